import type { INodeProperties } from 'n8n-workflow';
import * as create from './create.operation';
import * as getAll from './getAll.operation';
import * as update from './update.operation';
import * as updateMany from './updateMany.operation';

export const operations = { create, getAll, update, updateMany };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['commission'] } },
		options: [
			{
				name: 'Create',
				value: 'create',
				description:
					'Give a partner a commission by hand, or take one back. The service creates it in the background and gives no ID.',
				action: 'Create commission',
			},
			{
				name: 'Get Many',
				value: 'getAll',
				description: 'List what partners earned, newest first',
				action: 'Get many commissions',
			},
			{
				name: 'Update',
				value: 'update',
				description:
					'Change the amount, the earnings or the status of a commission that is not paid yet. Another status takes it out of its payout.',
				action: 'Update commission',
			},
			{
				name: 'Update Many',
				value: 'updateMany',
				description:
					'Change the status of commissions in calls of 100, of which the service changes all or none',
				action: 'Update many commissions',
			},
		],
		default: 'getAll',
	},
	...create.description,
	...getAll.description,
	...update.description,
	...updateMany.description,
];
