import type { Example } from '../types';
import * as count from './count.operation';
import * as create from './create.operation';
import * as createMany from './createMany.operation';
import * as deleteOne from './delete.operation';
import * as deleteMany from './deleteMany.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as update from './update.operation';
import * as updateMany from './updateMany.operation';
import * as upsert from './upsert.operation';

export const name = 'Link';

export const description = 'Short links';

export const operations = {
	count,
	create,
	createMany,
	delete: deleteOne,
	deleteMany,
	get,
	getAll,
	update,
	updateMany,
	upsert,
};

export const defaultOperation = 'create';

export const example: Example = {
	title: 'A short link with UTM parameters that expires',
	operation: 'create',
	parameters: {
		url: '={{ $json.url }}',
		domain: { __rl: true, mode: 'id', value: 'go.example.com' },
		key: 'summer',
		utm: { utm_source: 'newsletter', utm_medium: 'email' },
		additionalFields: { tagNames: 'summer, newsletter', expiresAt: '2030-12-31' },
	},
};
