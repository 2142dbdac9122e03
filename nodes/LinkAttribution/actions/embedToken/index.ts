import type { Example } from '../types';
import * as create from './create.operation';

export const name = 'Embed Token';

export const description = 'Access to the referral dashboard inside your app';

export const operations = { create };

export const defaultOperation = 'create';

export const example: Example = {
	title: 'A token for a user of your app',
	operation: 'create',
	parameters: { tenantId: '={{ $json.userId }}' },
};
