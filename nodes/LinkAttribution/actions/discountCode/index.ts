import type { INodeProperties } from 'n8n-workflow';
import * as deleteOne from './delete.operation';

export const operations = { delete: deleteOne };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['discountCode'] } },
		options: [
			{
				name: 'Delete',
				value: 'delete',
				description:
					'Delete a discount code and disable it in the connected discount provider as well',
				action: 'Delete discount code',
			},
		],
		default: 'delete',
	},
	...deleteOne.description,
];
