import type { Menu } from '../types';
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

export const menu: Menu = {
	options: [
		{
			name: 'Count',
			value: 'count',
			description: 'Count short links: a total, or by domain, folder, tag, or user',
			action: 'Count links',
		},
		{
			name: 'Create',
			value: 'create',
			description: 'Create a short link',
			action: 'Create short link',
		},
		{
			name: 'Create Many',
			value: 'createMany',
			description: 'Create short links in batches of 100, without webhook events',
			action: 'Create many links',
		},
		{
			name: 'Create or Update',
			value: 'upsert',
			description: 'Create a new record, or update the current one if it already exists (upsert)',
			action: 'Create or update link',
		},
		{
			name: 'Delete',
			value: 'delete',
			description:
				'Permanently delete a short link. Several input items are deleted in bulk, without webhook events, unless you turn off Delete in Bulk.',
			action: 'Delete link',
		},
		{
			name: 'Delete Many',
			value: 'deleteMany',
			description: 'Permanently delete short links in batches of 100, without webhook events',
			action: 'Delete many links',
		},
		{
			name: 'Get',
			value: 'get',
			description: 'Get a short link with its counts of clicks, leads, and sales',
			action: 'Get link',
		},
		{
			name: 'Get Many',
			value: 'getAll',
			description: 'Retrieve a list of short links, newest first',
			action: 'Get many links',
		},
		{
			name: 'Update',
			value: 'update',
			description: 'Update a short link. The service sends its webhook event.',
			action: 'Update link',
		},
		{
			name: 'Update Many',
			value: 'updateMany',
			description: 'Update short links in batches of 100, without webhook events',
			action: 'Update many links',
		},
	],
	default: 'create',
};
