import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { readFields } from '../../input/fields';
import { path } from '../../transport/path';
import { apiObject } from '../../transport/request';
import { deleted, deletedShape } from '../output';
import type { Menu } from '../types';
import { customerField } from './fields';

export const menu: Menu = {
	name: 'Delete',
	description: 'Permanently delete a customer; their leads and sales are kept',
	action: 'Delete customer',
};

export const toolDescription =
	'Delete a customer for good; their leads and sales stay. Ask the user first.';

export const output = deletedShape;

export const properties: INodeProperties[] = [
	{
		...customerField,
		description:
			'The customer to permanently delete. Their leads and sales are kept and show a placeholder for the customer.',
	},
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const { customerId } = readFields(context, itemIndex, properties);
	return deleted(
		await apiObject(context, { method: 'DELETE', path: path`/customers/${String(customerId)}` }),
	);
}
