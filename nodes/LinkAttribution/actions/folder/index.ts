import type { INodeProperties } from 'n8n-workflow';
import * as getAll from './getAll.operation';

export const operations = { getAll };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['folder'] } },
		options: [
			{
				name: 'Get Many',
				value: 'getAll',
				description: 'List the folders that the credential may see, oldest first',
				action: 'Get many folders',
			},
		],
		default: 'getAll',
	},
	...getAll.description,
];
