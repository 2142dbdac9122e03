import type { Contract } from './types';

export const link: Contract = {
	rows: [],
	parameters: {
		create: [
			...['url', 'domain', 'key', 'externalId', 'tenantId', 'programId', 'partnerId', 'archived'],
			...['expiresAt', 'expiredUrl', 'password', 'proxy', 'title', 'description', 'image', 'video'],
			...['rewrite', 'doIndex', 'trackConversion', 'keyLength', 'prefix', 'tagIds', 'tagNames'],
			...['folderId', 'comments', 'ios', 'android', 'geo', 'ref', 'utm_source', 'utm_medium'],
			...['utm_campaign', 'utm_term', 'utm_content', 'testVariants', 'testStartedAt'],
			...['testCompletedAt', 'simple'],
		],
		createMany: ['source', 'links', 'url', 'domain', 'key', 'externalId', 'simple'],
		delete: ['linkId'],
		deleteMany: ['linkIds'],
		getAll: [
			...['domain', 'folderId', 'search', 'showArchived', 'tagIds', 'tagNames', 'tenantId'],
			...['userId', 'returnAll', 'limit', 'simple'],
		],
		updateMany: ['linkIds', 'url', 'title', 'tagIds', 'expiresAt', 'simple'],
	},
	deprecated: {
		create: ['publicStats', 'tagId', 'webhookIds'],
		getAll: ['tagId', 'withTags', 'page'],
	},
};
