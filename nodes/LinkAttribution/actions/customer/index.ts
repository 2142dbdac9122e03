import type { Example } from '../types';
import * as deleteCustomer from './delete.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as update from './update.operation';

export const name = 'Customer';

export const description = 'People who signed up or bought through a link';

export const operations = { delete: deleteCustomer, get, getAll, update };

export const defaultOperation = 'getAll';

export const example: Example = {
	title: 'All customers of a partner',
	operation: 'getAll',
	parameters: {
		returnAll: true,
		filters: { partnerId: { __rl: true, mode: 'id', value: '={{ $json.partnerId }}' } },
	},
};
