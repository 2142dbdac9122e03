import type { Example } from '../types';
import * as create from './create.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as update from './update.operation';
import * as updateMany from './updateMany.operation';

export const name = 'Commission';

export const description = 'Earnings of partners';

export const operations = { create, get, getAll, update, updateMany };

export const defaultOperation = 'getAll';

export const example: Example = {
	title: 'Give a partner a bonus of 50.00',
	operation: 'create',
	parameters: {
		type: 'custom',
		partnerId: { __rl: true, mode: 'id', value: '={{ $json.partnerId }}' },
		amount: 5000,
		additionalFields: { description: 'Bonus for the conference talk' },
	},
};
