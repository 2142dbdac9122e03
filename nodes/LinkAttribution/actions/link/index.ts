import type { INodeProperties } from 'n8n-workflow';
import * as create from './create.operation';
import * as createMany from './createMany.operation';
import * as deleteOne from './delete.operation';
import * as deleteMany from './deleteMany.operation';
import * as getAll from './getAll.operation';
import * as updateMany from './updateMany.operation';

export const operations = { create, createMany, delete: deleteOne, deleteMany, getAll, updateMany };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['link'] } },
		options: [
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
				name: 'Get Many',
				value: 'getAll',
				description: 'List short links, newest first',
				action: 'Get many links',
			},
			{
				name: 'Update Many',
				value: 'updateMany',
				description: 'Change short links in calls of 100; no webhook events are sent',
				action: 'Update many links',
			},
		],
		default: 'create',
	},
	...create.description,
	...createMany.description,
	...deleteOne.description,
	...deleteMany.description,
	...getAll.description,
	...updateMany.description,
];
