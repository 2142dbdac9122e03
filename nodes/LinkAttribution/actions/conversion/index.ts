import type { INodeProperties } from 'n8n-workflow';
import * as trackLead from './trackLead.operation';
import * as trackOpen from './trackOpen.operation';
import * as trackSale from './trackSale.operation';

export const name = 'Conversion';

export const operations = { trackLead, trackOpen, trackSale };

export const menu: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['conversion'] } },
	options: [
		{
			name: 'Track Lead',
			value: 'trackLead',
			description:
				'Record that a visitor of a short link became a lead, e.g. signed up. The field recorded of the output tells whether anything was recorded: the same customer and event name count once in 7 days.',
			action: 'Track lead',
		},
		{
			name: 'Track Open',
			value: 'trackOpen',
			description:
				'Record that an app was opened by a short link, or find the click that led to its first opening. The service takes the server that n8n runs on for the visitor.',
			action: 'Track open',
		},
		{
			name: 'Track Sale',
			value: 'trackSale',
			description:
				'Record a purchase of a customer. The field recorded of the output tells whether anything was recorded: not for an amount of 0 or a customer that the service does not know.',
			action: 'Track sale',
		},
	],
	default: 'trackLead',
};
