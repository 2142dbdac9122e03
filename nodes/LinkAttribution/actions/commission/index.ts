import * as create from './create.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as update from './update.operation';
import * as updateMany from './updateMany.operation';

export const name = 'Commission';

export const operations = { create, get, getAll, update, updateMany };

export const defaultOperation = 'getAll';
