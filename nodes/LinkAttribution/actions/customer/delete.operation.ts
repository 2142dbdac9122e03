import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { deleted } from '../output';
import { path } from '../../transport/path';
import { apiRequest } from '../../transport/request';
import { customerLocator } from '../../input/locators';
import { chosenCustomer } from './customer';

export const properties: INodeProperties[] = [
	{
		...customerLocator,
		required: true,
		description:
			'The customer to delete, for good. Its leads and sales stay and show a placeholder for the customer.',
	},
];

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	return deleted(
		await apiRequest.call(this, {
			method: 'DELETE',
			path: path`/customers/${chosenCustomer.call(this, itemIndex)}`,
			needs: { plan: 'Business', role: true },
		}),
	);
}
