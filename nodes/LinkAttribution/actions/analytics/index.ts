import type { Example } from '../types';
import * as get from './get.operation';

export const name = 'Analytics';

export const description = 'Count clicks, leads, and sales';

export const operations = { get };

export const defaultOperation = 'get';

export const example: Example = {
	title: 'The partners with the most sales last month',
	operation: 'get',
	parameters: { event: 'sales', groupBy: 'top_partners', interval: 'lastMonth' },
};
