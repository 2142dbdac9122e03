import type { Example } from '../types';
import * as get from './get.operation';

export const name = 'QR Code';

export const description = 'QR codes of short links';

export const operations = { get };

export const defaultOperation = 'get';

export const example: Example = {
	title: 'The QR code of a link, 1000 pixels wide',
	operation: 'get',
	parameters: {
		url: { __rl: true, mode: 'url', value: '={{ $json.shortLink }}' },
		options: { size: 1000 },
	},
};
