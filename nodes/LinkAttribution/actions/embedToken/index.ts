import * as create from './create.operation';

export const name = 'Embed Token';

export const operations = { create };

export const defaultOperation = 'create';
