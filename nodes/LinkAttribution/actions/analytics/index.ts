import type { Menu } from '../types';
import * as get from './get.operation';

export const name = 'Analytics';

export const operations = { get };

export const menu: Menu = {
	options: [
		{
			name: 'Get',
			value: 'get',
			description:
				'Count clicks, leads, sales, and sale amounts in a period: in total, over time, or by country, link, partner, and more. Requires the Pro plan.',
			action: 'Get analytics of clicks and leads and sales',
		},
	],
	default: 'get',
};
