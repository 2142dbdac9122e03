import type { INodeProperties } from 'n8n-workflow';
import * as get from './get.operation';

export const name = 'Analytics';

export const operations = { get };

export const menu: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['analytics'] } },
	options: [
		{
			name: 'Get',
			value: 'get',
			description:
				'Count clicks, leads, sales and sale amounts of a period: in all, over time, or by country, link, partner and the like. Needs the Pro plan.',
			action: 'Get analytics',
		},
	],
	default: 'get',
};
