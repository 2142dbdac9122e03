import * as approve from './approve.operation';
import * as getAll from './getAll.operation';
import * as reject from './reject.operation';

export const name = 'Bounty Submission';

export const operations = { approve, getAll, reject };

export const defaultOperation = 'getAll';
