import type { Menu } from '../types';
import * as get from './get.operation';

export const name = 'QR Code';

export const operations = { get };

export const menu: Menu = {
	options: [
		{
			name: 'Get',
			value: 'get',
			description: 'Retrieve a QR code for a short link or any other URL as a PNG image',
			action: 'Get QR code',
		},
	],
	default: 'get',
};
