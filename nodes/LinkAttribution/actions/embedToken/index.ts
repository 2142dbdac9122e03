import type { Menu } from '../types';
import * as create from './create.operation';

export const name = 'Embed Token';

export const operations = { create };

export const menu: Menu = {
	options: [
		{
			name: 'Create',
			value: 'create',
			description:
				'Create a token that shows a partner its referrals dashboard inside your product; enrolls the partner when needed',
			action: 'Create embed token',
		},
	],
	default: 'create',
};
