import * as getInfo from './getInfo.operation';

export const name = 'User';

export const operations = { getInfo };

export const defaultOperation = 'getInfo';
