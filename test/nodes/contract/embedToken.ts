import type { Contract } from './types';

export const embedToken: Contract = {
	rows: [],
	parameters: {
		create: [
			...['partnerId', 'tenantId', 'email', 'linkProps', 'externalId', 'tagIds', 'testVariants'],
			...['url', 'percentage'],
		],
	},
};
