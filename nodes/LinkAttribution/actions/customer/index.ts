import type { Menu } from '../types';
import * as deleteCustomer from './delete.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as update from './update.operation';

export const name = 'Customer';

export const operations = { delete: deleteCustomer, get, getAll, update };

export const menu: Menu = {
	options: [
		{
			name: 'Delete',
			value: 'delete',
			description: 'Permanently delete a customer; their leads and sales are kept',
			action: 'Delete customer',
		},
		{
			name: 'Get',
			value: 'get',
			description: 'Retrieve a customer by ID or by external ID',
			action: 'Get customer',
		},
		{
			name: 'Get Many',
			value: 'getAll',
			description: 'Retrieve a list of customers',
			action: 'Get many customers',
		},
		{
			name: 'Update',
			value: 'update',
			description: 'Update the name, email, avatar, or IDs of a customer',
			action: 'Update customer',
		},
	],
	default: 'getAll',
};
