import type { Menu } from '../types';
import * as trackLead from './trackLead.operation';
import * as trackOpen from './trackOpen.operation';
import * as trackSale from './trackSale.operation';

export const name = 'Conversion';

export const operations = { trackLead, trackOpen, trackSale };

export const menu: Menu = {
	options: [
		{
			name: 'Track Lead',
			value: 'trackLead',
			description:
				'Record that a visitor became a lead, e.g. signed up. The output field recorded is false if the customer had a lead with the same event name within 7 days. Requires the Business plan.',
			action: 'Track lead or signup',
		},
		{
			name: 'Track Open',
			value: 'trackOpen',
			description:
				'Record that a short link opened an app, or find the click that led to its first launch. The service treats the n8n server as the visitor.',
			action: 'Track app open',
		},
		{
			name: 'Track Sale',
			value: 'trackSale',
			description:
				'Record a purchase of a customer. The output field recorded is false if the amount is 0 or the service does not know the customer. Requires the Business plan.',
			action: 'Track sale or purchase',
		},
	],
	default: 'trackLead',
};
