import type { Example } from '../types';
import * as deleteCustomer from './delete.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as update from './update.operation';

export const name = 'Customer';

export const description = 'Who came through a link and became a lead';

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
