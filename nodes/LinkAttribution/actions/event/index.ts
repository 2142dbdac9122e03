import * as getAll from './getAll.operation';

export const name = 'Event';

export const operations = { getAll };

export const defaultOperation = 'getAll';
