import type { INodeProperties } from 'n8n-workflow';
import * as deleteCustomer from './delete.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as update from './update.operation';

export const name = 'Customer';

export const operations = { delete: deleteCustomer, get, getAll, update };

export const menu: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['customer'] } },
	options: [
		{
			name: 'Delete',
			value: 'delete',
			description:
				'Delete a customer for good. Its leads and sales stay, as those of a deleted customer.',
			action: 'Delete customer',
		},
		{
			name: 'Get',
			value: 'get',
			description: 'Get one customer by its ID or by the ID in your own database',
			action: 'Get customer',
		},
		{
			name: 'Get Many',
			value: 'getAll',
			description: 'List customers, newest first, or find them by email, country, link or partner',
			action: 'Get many customers',
		},
		{
			name: 'Update',
			value: 'update',
			description: 'Change the name, email, picture or IDs of a customer',
			action: 'Update customer',
		},
	],
	default: 'getAll',
};
