import type { Example } from '../types';
import * as get from './get.operation';
import * as getAll from './getAll.operation';

export const name = 'Payout';

export const description = 'Payments to partners';

export const operations = { get, getAll };

export const defaultOperation = 'getAll';

export const example: Example = {
	title: 'All pending payouts',
	operation: 'getAll',
	parameters: { returnAll: true, filters: { status: 'pending' } },
};
