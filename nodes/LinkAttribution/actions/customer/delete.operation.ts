import {
	updateDisplayOptions,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { deleted } from '../../helpers/deleted';
import { path } from '../../transport/path';
import { apiRequest } from '../../transport/request';
import { customerLocator } from '../common.descriptions';
import { chosenCustomer } from './customer';

const properties: INodeProperties[] = [
	{
		...customerLocator,
		required: true,
		description:
			'The customer to delete, for good. Its leads and sales stay and show a placeholder for the customer.',
	},
];

export const description = updateDisplayOptions(
	{ show: { resource: ['customer'], operation: ['delete'] } },
	properties,
);

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	return deleted(
		await apiRequest.call(this, {
			method: 'DELETE',
			path: path`/customers/${chosenCustomer.call(this, itemIndex)}`,
			needs: { plan: 'Business', role: true },
		}),
	);
}
