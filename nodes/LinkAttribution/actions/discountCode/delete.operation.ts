import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { readFields } from '../../input/fields';
import { path } from '../../transport/path';
import { apiObject } from '../../transport/request';
import { deleted, deletedShape } from '../output';
import type { Menu } from '../types';
import { discountCodeField } from './fields';

export const menu: Menu = {
	name: 'Delete',
	description:
		'Permanently delete a discount code, and disable it in the connected discount provider',
	action: 'Delete discount code',
};

export const toolDescription =
	'Delete a discount code for good: customers can no longer use it. Ask the user first.';

export const output = deletedShape;

export const properties: INodeProperties[] = [
	{ ...discountCodeField, description: 'The discount code to permanently delete' },
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const { discountCode } = readFields(context, itemIndex, properties);
	return deleted(
		await apiObject(context, {
			method: 'DELETE',
			path: path`/discount-codes/${String(discountCode)}`,
		}),
	);
}
