import * as create from './create.operation';
import * as deleteOne from './delete.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';

export const name = 'Discount Code';

export const operations = { create, delete: deleteOne, get, getAll };

export const defaultOperation = 'create';
