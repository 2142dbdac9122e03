import {
	updateDisplayOptions,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { isSimple } from '../../helpers/flags';
import { path } from '../../transport/path';
import { apiRequest } from '../../transport/request';
import { customerLocator, simplify } from '../common.descriptions';
import { chosenCustomer, customerOptions, optionsQuery } from './customer';
import { simplifyCustomer } from './simplify';

const properties: INodeProperties[] = [
	{
		...customerLocator,
		required: true,
		description:
			'The customer to get. One without name and email has another made-up name in each answer.',
	},
	simplify,
	customerOptions,
];

export const description = updateDisplayOptions(
	{ show: { resource: ['customer'], operation: ['get'] } },
	properties,
);

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const customer = (await apiRequest.call(this, {
		method: 'GET',
		path: path`/customers/${chosenCustomer.call(this, itemIndex)}`,
		query: optionsQuery.call(this, itemIndex),
		needs: { plan: 'Business' },
	})) as IDataObject;
	return isSimple.call(this, itemIndex) ? simplifyCustomer(customer) : customer;
}
