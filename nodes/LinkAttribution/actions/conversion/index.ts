import type { Example } from '../types';
import * as trackLead from './trackLead.operation';
import * as trackOpen from './trackOpen.operation';
import * as trackSale from './trackSale.operation';

export const name = 'Conversion';

export const description = 'Record leads, sales, and app opens';

export const operations = { trackLead, trackOpen, trackSale };

export const defaultOperation = 'trackLead';

export const example: Example = {
	title: 'Record a sale of 49.00',
	operation: 'trackSale',
	parameters: {
		customerExternalId: '={{ $json.userId }}',
		amount: 4900,
		additionalFields: { currency: 'usd', invoiceId: '={{ $json.invoiceId }}' },
	},
};
