import type { Menu } from '../types';
import * as getAll from './getAll.operation';

export const name = 'Event';

export const operations = { getAll };

export const menu: Menu = {
	options: [
		{
			name: 'Get Many',
			value: 'getAll',
			description:
				'Retrieve a list of clicks, leads, or sales with their link and customer. Requires the Business plan.',
			action: 'Get many click and lead and sale events',
		},
	],
	default: 'getAll',
};
