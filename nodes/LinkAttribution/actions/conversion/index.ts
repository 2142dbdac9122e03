import * as trackLead from './trackLead.operation';
import * as trackOpen from './trackOpen.operation';
import * as trackSale from './trackSale.operation';

export const name = 'Conversion';

export const operations = { trackLead, trackOpen, trackSale };

export const defaultOperation = 'trackLead';
