import * as get from './get.operation';

export const name = 'Analytics';

export const operations = { get };

export const defaultOperation = 'get';
