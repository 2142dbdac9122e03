import type { Example } from '../types';
import * as create from './create.operation';
import * as deleteOne from './delete.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as update from './update.operation';

export const name = 'Tag';

export const description = 'Tags of links';

export const operations = { create, delete: deleteOne, get, getAll, update };

export const defaultOperation = 'getAll';

export const example: Example = {
	title: 'Add a tag',
	operation: 'create',
	parameters: { name: 'newsletter', additionalFields: { color: 'blue' } },
};
