import type { Contract } from './types';

export const event: Contract = {
	rows: [],
	parameters: {
		getAll: [
			...['event', 'domain', 'key', 'linkId', 'externalId', 'tenantId', 'tagId', 'folderId'],
			...['partnerTagId', 'groupId', 'partnerId', 'customerId', 'interval', 'start', 'end'],
			...['timezone', 'country', 'city', 'region', 'continent', 'device', 'browser', 'os'],
			...['trigger', 'referer', 'refererUrl', 'url', 'utm_source', 'utm_medium', 'utm_campaign'],
			...['utm_term', 'utm_content', 'root', 'saleType', 'query', 'sortOrder', 'sortBy'],
			...['returnAll', 'limit', 'simple'],
		],
	},
	deprecated: { getAll: ['programId', 'tagIds', 'qr', 'order'] },
};
