import type { INodeProperties } from 'n8n-workflow';
import * as getAll from './getAll.operation';

export const name = 'Event';

export const operations = { getAll };

export const menu: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['event'] } },
	options: [
		{
			name: 'Get Many',
			value: 'getAll',
			description: 'List click, lead or sale events with the link and customer that they belong to',
			action: 'Get many events',
		},
	],
	default: 'getAll',
};
