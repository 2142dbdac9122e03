import * as get from './get.operation';
import * as getAll from './getAll.operation';

export const name = 'Payout';

export const operations = { get, getAll };

export const defaultOperation = 'getAll';
