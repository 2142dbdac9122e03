import { LINK_PROPS, LINK_PROPS_BODY, LINK_PROPS_NAMES, withoutPrefix } from './linkProps.ts';
import { sends, type Contract } from './types.ts';

const ADA = { __rl: true, mode: 'list', value: 'pn_1' };
const TENANT = { __rl: true, mode: 'tenantId', value: 'user_42' };
const PARTNER = { id: 'pn_1', name: 'Ada', links: [] };
const LINK = { id: 'link_1', shortLink: 'https://go.example.com/ada' };
const url = 'https://example.com/landing';

const DETAILS = {
	description: 'Runs a newsletter',
	groupId: 'grp_1',
	image: 'https://example.com/ada.png',
	name: 'Ada Example',
	tenantId: 'user_42',
	username: 'ada-example',
};
const COUNTS = { clicks: 1, leads: 0, sales: 0, saleAmount: 0, earnings: 0 };

const WITH_SLUG = withoutPrefix(LINK_PROPS);
const WITH_SLUG_BODY = withoutPrefix(LINK_PROPS_BODY);

export const partner: Contract = {
	rows: [
		sends('partner.ban', 'minimal', 'POST /partners/ban', {
			parameters: { partner: ADA, reason: 'spam' },
			response: { partnerId: 'pn_1' },
			body: { partnerId: 'pn_1', reason: 'spam' },
		}),
		sends('partner.ban', 'every field', 'POST /partners/ban', {
			parameters: { partner: TENANT, reason: 'fraud' },
			response: { partnerId: 'pn_1' },
			body: { tenantId: 'user_42', reason: 'fraud' },
		}),
		sends('partner.create', 'minimal', 'POST /partners', {
			parameters: { email: 'ada@example.com' },
			response: PARTNER,
			body: { email: 'ada@example.com' },
		}),
		sends('partner.create', 'every field', 'POST /partners', {
			parameters: {
				email: 'ada@example.com',
				simple: false,
				additionalFields: { ...DETAILS, country: 'de' },
				linkProps: LINK_PROPS,
			},
			response: PARTNER,
			body: { email: 'ada@example.com', ...DETAILS, country: 'DE', linkProps: LINK_PROPS_BODY },
		}),
		sends('partner.create', 'link properties as JSON', 'POST /partners', {
			parameters: { email: 'ada@example.com', linkPropsJson: JSON.stringify(LINK_PROPS_BODY) },
			response: PARTNER,
			body: { email: 'ada@example.com', linkProps: LINK_PROPS_BODY },
		}),
		sends('partner.createLink', 'minimal', 'POST /partners/links', {
			parameters: { partner: ADA },
			response: LINK,
			body: { partnerId: 'pn_1' },
		}),
		sends('partner.createLink', 'every field', 'POST /partners/links', {
			parameters: {
				partner: TENANT,
				simple: false,
				additionalFields: { key: 'ada', url },
				linkProps: WITH_SLUG,
			},
			response: LINK,
			body: { tenantId: 'user_42', key: 'ada', url, linkProps: WITH_SLUG_BODY },
		}),
		sends('partner.deactivate', 'minimal', 'POST /partners/deactivate', {
			parameters: { partner: ADA },
			response: { partnerId: 'pn_1' },
			body: { partnerId: 'pn_1' },
		}),
		sends('partner.deactivate', 'every field', 'POST /partners/deactivate', {
			parameters: { partner: TENANT },
			response: { partnerId: 'pn_1' },
			body: { tenantId: 'user_42' },
		}),
		sends('partner.get', 'minimal', 'GET /partners', {
			parameters: { partner: ADA },
			response: [{ id: 'pn_11' }, { id: 'pn_1' }],
			query: { page: '1', pageSize: '100', search: 'pn_1' },
		}),
		sends('partner.get', 'every field', 'GET /partners', {
			parameters: { partner: TENANT, simple: false },
			response: [{ id: 'pn_1', tenantId: 'user_42' }],
			query: { page: '1', pageSize: '100', tenantId: 'user_42' },
		}),
		sends('partner.get', 'by email', 'GET /partners', {
			parameters: { partner: { __rl: true, mode: 'email', value: 'Ada@example.com' } },
			response: [{ id: 'pn_1', email: 'ada@example.com' }],
			query: { page: '1', pageSize: '100', email: 'Ada@example.com' },
		}),
		sends('partner.getAll', 'minimal', 'GET /partners', {
			parameters: {},
			response: [PARTNER],
			query: { page: '1', pageSize: '50' },
		}),
		sends('partner.getAll', 'every field', 'GET /partners', {
			parameters: {
				limit: 3,
				simple: false,
				filters: {
					country: '-us, de',
					email: 'ada@example.com',
					groupId: 'grp_1, grp_2',
					search: 'ada',
					status: 'archived',
					tenantId: 'user_42',
				},
				options: { sortBy: 'netRevenue', sortOrder: 'asc' },
			},
			response: [PARTNER],
			query: {
				country: '-US,DE',
				email: 'ada@example.com',
				groupId: 'grp_1,grp_2',
				search: 'ada',
				status: 'archived',
				tenantId: 'user_42',
				sortBy: 'netRevenue',
				sortOrder: 'asc',
				page: '1',
				pageSize: '3',
			},
		}),
		sends('partner.getAnalytics', 'minimal', 'GET /partners/analytics', {
			parameters: { partner: ADA },
			response: COUNTS,
			query: { partnerId: 'pn_1', groupBy: 'count', interval: 'all', timezone: 'Europe/Berlin' },
		}),
		sends('partner.getAnalytics', 'every field', 'GET /partners/analytics', {
			parameters: {
				partner: TENANT,
				groupBy: 'top_links',
				simple: false,
				interval: 'custom',
				start: '2026-01-05',
				end: '2026-01-06',
				filters: { query: "metadata['plan']:'pro'" },
				options: { timezone: 'America/New_York' },
			},
			response: [{ id: 'link_1', ...COUNTS }],
			query: {
				tenantId: 'user_42',
				groupBy: 'top_links',
				start: '2026-01-05T05:00:00.000Z',
				end: '2026-01-07T04:59:59.999Z',
				query: "metadata['plan']:'pro'",
				timezone: 'America/New_York',
			},
		}),
		sends('partner.getAnalytics', 'metadata', 'GET /partners/analytics', {
			parameters: {
				partner: ADA,
				filters: { metadata: { conditions: [{ key: 'plan', operator: '=', value: 'pro' }] } },
			},
			response: [{ id: 'link_1', ...COUNTS }],
			query: {
				partnerId: 'pn_1',
				groupBy: 'count',
				interval: 'all',
				query: "metadata['plan']:'pro'",
				timezone: 'Europe/Berlin',
			},
		}),
		sends('partner.getLinks', 'minimal', 'GET /partners/links', {
			parameters: { partner: ADA },
			response: [LINK],
			query: { partnerId: 'pn_1' },
		}),
		sends('partner.getLinks', 'every field', 'GET /partners/links', {
			parameters: { partner: TENANT },
			response: [LINK],
			query: { tenantId: 'user_42' },
		}),
		sends('partner.upsertLink', 'minimal', 'PUT /partners/links/upsert', {
			parameters: { partner: ADA, url },
			response: LINK,
			body: { partnerId: 'pn_1', url },
		}),
		sends('partner.upsertLink', 'every field', 'PUT /partners/links/upsert', {
			parameters: {
				partner: ADA,
				url,
				simple: false,
				additionalFields: { key: 'ada' },
				linkProps: WITH_SLUG,
			},
			response: LINK,
			body: { partnerId: 'pn_1', url, key: 'ada', linkProps: WITH_SLUG_BODY },
		}),
		sends('partner.upsertLink', 'cleared fields', 'PUT /partners/links/upsert', {
			parameters: {
				partner: ADA,
				url,
				linkProps: { title: 'New' },
				fieldsToClear: ['comments', 'expiresAt', 'tagIds'],
			},
			response: LINK,
			body: {
				partnerId: 'pn_1',
				url,
				linkProps: { title: 'New', comments: null, expiresAt: null, tagIds: [] },
			},
		}),
	],
	parameters: {
		ban: ['partner', 'reason'],
		create: [
			...['email', 'name', 'username', 'image', 'tenantId', 'groupId', 'country', 'description'],
			...['simple', ...LINK_PROPS_NAMES],
		],
		createLink: ['partner', 'url', 'key', 'simple', ...LINK_PROPS_NAMES],
		deactivate: ['partner'],
		get: ['partner', 'simple'],
		getAll: [
			...['groupId', 'status', 'country', 'email', 'tenantId', 'search', 'sortBy', 'sortOrder'],
			...['returnAll', 'limit', 'simple'],
		],
		getAnalytics: [
			...['partner', 'interval', 'start', 'end', 'timezone', 'query', 'groupBy', 'simple'],
			...['returnAll', 'maxGroups'],
		],
		getLinks: ['partner'],
		upsertLink: ['partner', 'url', 'key', 'simple', 'fieldsToClear', ...LINK_PROPS_NAMES],
	},
};
