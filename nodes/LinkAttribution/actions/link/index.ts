import type { INodeProperties } from 'n8n-workflow';
import * as create from './create.operation';
import * as deleteOne from './delete.operation';
import * as deleteMany from './deleteMany.operation';
import * as getAll from './getAll.operation';

export const operations = { create, delete: deleteOne, deleteMany, getAll };

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
				name: 'Delete',
				value: 'delete',
				description: 'Delete a short link for good; its webhook event is sent',
				action: 'Delete link',
			},
			{
				name: 'Delete Many',
				value: 'deleteMany',
				description: 'Delete up to 100 short links for good at once; no webhook events are sent',
				action: 'Delete many links',
			},
			{
				name: 'Get Many',
				value: 'getAll',
				description: 'List short links, newest first',
				action: 'Get many links',
			},
		],
		default: 'create',
	},
	...create.description,
	...deleteOne.description,
	...deleteMany.description,
	...getAll.description,
];
