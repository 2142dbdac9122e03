import type { Menu } from '../types';
import * as get from './get.operation';
import * as getAll from './getAll.operation';

export const name = 'Payout';

export const operations = { get, getAll };

export const menu: Menu = {
	options: [
		{
			name: 'Get',
			value: 'get',
			description: 'Retrieve a payout by its ID',
			action: 'Get payout',
		},
		{
			name: 'Get Many',
			value: 'getAll',
			description: 'Retrieve a list of payouts to partners, largest amount first',
			action: 'Get many payouts',
		},
	],
	default: 'getAll',
};
