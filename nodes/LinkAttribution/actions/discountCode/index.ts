import type { Menu } from '../types';
import * as create from './create.operation';
import * as deleteOne from './delete.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';

export const name = 'Discount Code';

export const operations = { create, delete: deleteOne, get, getAll };

export const menu: Menu = {
	options: [
		{
			name: 'Create',
			value: 'create',
			description:
				"Create a discount code for a partner's link, also in the connected discount provider",
			action: 'Create discount code or coupon',
		},
		{
			name: 'Delete',
			value: 'delete',
			description:
				'Permanently delete a discount code, and disable it in the connected discount provider',
			action: 'Delete discount code',
		},
		{
			name: 'Get',
			value: 'get',
			description: 'Retrieve a discount code by its ID or code',
			action: 'Get discount code',
		},
		{
			name: 'Get Many',
			value: 'getAll',
			description: 'Retrieve a list of discount codes, including disabled ones',
			action: 'Get many discount codes',
		},
	],
	default: 'create',
};
