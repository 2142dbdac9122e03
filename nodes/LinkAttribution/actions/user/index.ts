import type { Menu } from '../types';
import * as getInfo from './getInfo.operation';

export const name = 'User';

export const operations = { getInfo };

export const menu: Menu = {
	options: [
		{
			name: 'Get Info',
			value: 'getInfo',
			description: 'Get the connected user and their workspace. Requires the OAuth2 credential.',
			action: 'Get user info',
		},
	],
	default: 'getInfo',
};
