import type { INodeProperties } from 'n8n-workflow';
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

export const menu: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['link'] } },
	options: [
		{
			name: 'Count',
			value: 'count',
			description: 'Count short links, in all or by domain, folder, tag or user',
			action: 'Count links',
		},
		{
			name: 'Create',
			value: 'create',
			description: 'Create a short link',
			action: 'Create link',
		},
		{
			name: 'Create Many',
			value: 'createMany',
			description: 'Create short links in calls of 100; no webhook events are sent',
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
			description: 'Delete a short link for good; its webhook event is sent',
			action: 'Delete link',
		},
		{
			name: 'Delete Many',
			value: 'deleteMany',
			description: 'Delete short links for good in calls of 100; no webhook events are sent',
			action: 'Delete many links',
		},
		{
			name: 'Get',
			value: 'get',
			description: 'Get one short link with its numbers of clicks, leads and sales',
			action: 'Get link',
		},
		{
			name: 'Get Many',
			value: 'getAll',
			description: 'List short links, newest first',
			action: 'Get many links',
		},
		{
			name: 'Update',
			value: 'update',
			description: 'Change a short link; its webhook event is sent',
			action: 'Update link',
		},
		{
			name: 'Update Many',
			value: 'updateMany',
			description: 'Change short links in calls of 100; no webhook events are sent',
			action: 'Update many links',
		},
	],
	default: 'create',
};
