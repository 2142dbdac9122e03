import * as deleteCustomer from './delete.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as update from './update.operation';

export const name = 'Customer';

export const operations = { delete: deleteCustomer, get, getAll, update };

export const defaultOperation = 'getAll';
