import type { Example } from '../types';
import * as approve from './approve.operation';
import * as getAll from './getAll.operation';
import * as reject from './reject.operation';

export const name = 'Partner Application';

export const description = 'Applications to become a partner';

export const operations = { approve, getAll, reject };

export const defaultOperation = 'getAll';

export const example: Example = {
	title: 'Approve an application',
	operation: 'approve',
	parameters: { partnerId: { __rl: true, mode: 'id', value: '={{ $json.partnerId }}' } },
};
