/** Filters of events with one value or more, as parameters and as the service takes them. */
export const FILTERS = {
	browser: 'Chrome',
	city: 'Berlin, Paris',
	continent: ['EU', 'AS'],
	country: 'us',
	customerId: 'cus_1',
	device: 'Desktop',
	domain: 'go.example.com',
	externalId: 'order-1',
	folderId: { __rl: true, mode: 'list', value: 'fold_1' },
	groupId: 'grp_1',
	key: 'summer',
	linkId: { __rl: true, mode: 'id', value: 'link_1, link_2' },
	os: 'iOS',
	partnerId: { __rl: true, mode: 'id', value: 'pn_1' },
	partnerTagId: 'ptag_1',
	query: "metadata['plan']:'pro'",
	referer: 'google.com',
	refererUrl: 'https://google.com/search',
	region: 'us-ca',
	root: false,
	saleType: 'new',
	tagId: 'tag_1',
	tenantId: 'user_42',
	trigger: ['qr', 'link'],
	url: 'https://example.com',
	utm_campaign: 'summer',
	utm_content: 'banner',
	utm_medium: 'mail',
	utm_source: 'news',
	utm_term: 'shoes',
};

export const FILTER_QUERY = {
	...FILTERS,
	city: 'Berlin,Paris',
	continent: 'EU,AS',
	country: 'US',
	externalId: 'ext_order-1',
	folderId: 'fold_1',
	linkId: 'link_1,link_2',
	partnerId: 'pn_1',
	region: 'US-CA',
	root: 'false',
	trigger: 'qr,link',
};

export const FILTER_NAMES = Object.keys(FILTERS);

/** With what the form of the node adds: menus, and metadata. */
export const NEW_FILTERS = {
	...FILTERS,
	browser: ['Chrome', 'Safari'],
	country: ['US', 'GB'],
	device: ['Desktop', 'Tablet'],
	metadata: {
		conditions: [
			{ key: 'seats', operator: '>=', value: '10' },
			{ key: "owner's", operator: '!=', value: 'me' },
		],
	},
	os: ['iOS'],
};

export const NEW_FILTER_QUERY = {
	...FILTER_QUERY,
	browser: 'Chrome,Safari',
	country: 'US,GB',
	device: 'Desktop,Tablet',
	query: `metadata['seats']>=10 AND metadata["owner's"]!='me' AND metadata['plan']:'pro'`,
};
