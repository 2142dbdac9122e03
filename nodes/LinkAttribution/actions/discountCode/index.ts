import type { Example } from '../types';
import * as create from './create.operation';
import * as deleteOne from './delete.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';

export const name = 'Discount Code';

export const description = 'Checkout codes that credit a partner';

export const operations = { create, delete: deleteOne, get, getAll };

export const defaultOperation = 'create';

export const example: Example = {
	title: 'A code for the link of a partner',
	operation: 'create',
	parameters: {
		partnerId: { __rl: true, mode: 'id', value: '={{ $json.partnerId }}' },
		linkId: { __rl: true, mode: 'id', value: '={{ $json.linkId }}' },
		additionalFields: { code: 'SAVE10' },
	},
};
