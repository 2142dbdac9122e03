import * as approve from './approve.operation';
import * as getAll from './getAll.operation';
import * as reject from './reject.operation';

export const name = 'Partner Application';

export const operations = { approve, getAll, reject };

export const defaultOperation = 'getAll';
