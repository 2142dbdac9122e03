import type { INodeProperties } from 'n8n-workflow';
import * as getAll from './getAll.operation';

export const name = 'Payout';

export const operations = { getAll };

export const menu: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['payout'] } },
	options: [
		{
			name: 'Get Many',
			value: 'getAll',
			description: 'Retrieve a list of payouts to partners, largest amount first',
			action: 'Get many payouts',
		},
	],
	default: 'getAll',
};
