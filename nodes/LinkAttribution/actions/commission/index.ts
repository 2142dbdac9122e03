import type { Menu } from '../types';
import * as create from './create.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as update from './update.operation';
import * as updateMany from './updateMany.operation';

export const name = 'Commission';

export const operations = { create, get, getAll, update, updateMany };

export const menu: Menu = {
	options: [
		{
			name: 'Create',
			value: 'create',
			description:
				'Create a commission for a partner, or claw one back. The service creates it in the background and returns no ID.',
			action: 'Create commission',
		},
		{
			name: 'Get',
			value: 'get',
			description: 'Retrieve a commission by its ID',
			action: 'Get commission',
		},
		{
			name: 'Get Many',
			value: 'getAll',
			description: 'Retrieve a list of commissions',
			action: 'Get many commissions',
		},
		{
			name: 'Update',
			value: 'update',
			description:
				'Update the amount, the earnings, or the status of an unpaid commission. A new status removes it from its payout.',
			action: 'Update commission',
		},
		{
			name: 'Update Many',
			value: 'updateMany',
			description:
				'Update the status of commissions in batches of 100. Each batch succeeds or fails as a whole.',
			action: 'Update many commissions',
		},
	],
	default: 'getAll',
};
