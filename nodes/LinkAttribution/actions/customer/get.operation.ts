import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { readFields } from '../../input/fields';
import { path } from '../../transport/path';
import { apiObject } from '../../transport/request';
import { simplify } from '../output';
import type { Menu } from '../types';
import { customerField, customerOptions } from './fields';
import { simplifyCustomer, customerShape } from './output';

export const menu: Menu = {
	name: 'Get',
	description: 'Retrieve a customer by ID or by external ID',
	action: 'Get customer',
};

export const toolDescription = 'Get one customer, with their sales and what brought them.';

export const output = customerShape;

export const properties: INodeProperties[] = [
	{
		...customerField,
		description:
			'The customer to retrieve. If they have no name or email, the API returns a different placeholder name each time.',
	},
	simplify,
	customerOptions,
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const form = readFields(context, itemIndex, properties);
	const customer = await apiObject(context, {
		method: 'GET',
		path: path`/customers/${String(form.customerId)}`,
		query: form.options,
	});
	return form.simple ? simplifyCustomer(customer) : customer;
}
