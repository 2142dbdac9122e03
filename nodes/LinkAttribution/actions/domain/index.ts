import type { Example } from '../types';
import * as checkStatus from './checkStatus.operation';
import * as create from './create.operation';
import * as deleteOne from './delete.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as register from './register.operation';
import * as update from './update.operation';

export const name = 'Domain';

export const description = 'Domains of short links';

export const operations = { checkStatus, create, delete: deleteOne, get, getAll, register, update };

export const defaultOperation = 'getAll';

export const example: Example = {
	title: 'Add a domain',
	operation: 'create',
	parameters: { slug: 'go.example.com', additionalFields: { notFoundUrl: 'https://example.com' } },
};
