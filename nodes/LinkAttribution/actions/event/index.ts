import type { Example } from '../types';
import * as getAll from './getAll.operation';

export const name = 'Event';

export const description = 'Single clicks, leads, and sales';

export const operations = { getAll };

export const defaultOperation = 'getAll';

export const example: Example = {
	title: 'The sales of January as a CSV file',
	operation: 'getAll',
	parameters: {
		event: 'sales',
		returnAll: true,
		returnAs: 'file',
		fileFormat: 'csv',
		interval: 'custom',
		start: '2026-01-01',
		end: '2026-01-31',
	},
};
