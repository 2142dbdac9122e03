import type { INodeProperties } from 'n8n-workflow';
import * as ban from './ban.operation';

export const operations = { ban };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['partner'] } },
		options: [
			{
				name: 'Ban',
				value: 'ban',
				description:
					'Ban a partner from the program: all its links are disabled and all its commissions are canceled',
				action: 'Ban partner',
			},
		],
		default: 'ban',
	},
	...ban.description,
];
