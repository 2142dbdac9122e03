import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { isSimple } from '../../helpers/flags';
import { path } from '../../transport/path';
import { apiRequest } from '../../transport/request';
import { customerLocator } from '../../input/locators';
import { simplify } from '../output';
import { chosenCustomer, customerOptions, optionsQuery } from './customer';
import { simplifyCustomer } from './output';

export const properties: INodeProperties[] = [
	{
		...customerLocator,
		required: true,
		description:
			'The customer to get. One without name and email has another made-up name in each answer.',
	},
	simplify,
	customerOptions,
];

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const customer = (await apiRequest.call(this, {
		method: 'GET',
		path: path`/customers/${chosenCustomer.call(this, itemIndex)}`,
		query: optionsQuery.call(this, itemIndex),
		needs: { plan: 'Business' },
	})) as IDataObject;
	return isSimple.call(this, itemIndex) ? simplifyCustomer(customer) : customer;
}
