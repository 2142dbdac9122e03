import {
	FILTER_NAMES,
	FILTER_QUERY,
	FILTERS,
	NEW_FILTER_QUERY,
	NEW_FILTERS,
} from './eventFilters.ts';
import { sends, type Contract } from './types.ts';

export const analytics: Contract = {
	rows: [
		sends('analytics.get', 'minimal', 'GET /analytics', {
			parameters: {},
			response: { clicks: 1, leads: 0, sales: 0, saleAmount: 0 },
			query: { event: 'clicks', groupBy: 'count', interval: '24h', timezone: 'Europe/Berlin' },
		}),
		sends('analytics.get', 'every field', 'GET /analytics', {
			parameters: {
				event: 'sales',
				groupBy: 'top_links',
				simple: false,
				interval: 'custom',
				start: '2026-03-01',
				end: '2026-03-31',
				filters: FILTERS,
				options: { timezone: 'America/New_York' },
			},
			response: [],
			query: {
				...FILTER_QUERY,
				event: 'sales',
				groupBy: 'top_links',
				start: '2026-03-01T05:00:00.000Z',
				end: '2026-04-01T03:59:59.999Z',
				timezone: 'America/New_York',
			},
		}),
		sends('analytics.get', 'menus of filters', 'GET /analytics', {
			parameters: {
				event: 'sales',
				groupBy: 'top_links',
				simple: false,
				interval: 'custom',
				start: '2026-03-01',
				end: '2026-03-31',
				filters: NEW_FILTERS,
				maxGroups: 10,
				options: { timezone: 'America/New_York' },
			},
			response: [],
			query: {
				...NEW_FILTER_QUERY,
				event: 'sales',
				groupBy: 'top_links',
				start: '2026-03-01T05:00:00.000Z',
				end: '2026-04-01T03:59:59.999Z',
				timezone: 'America/New_York',
			},
		}),
		sends('analytics.get', 'exclusions', 'GET /analytics', {
			parameters: { exclude: { browser: ['Chrome', 'Safari'], country: ['DE'] } },
			response: { clicks: 1, leads: 0, sales: 0, saleAmount: 0 },
			query: {
				event: 'clicks',
				groupBy: 'count',
				interval: '24h',
				browser: '-Chrome,Safari',
				country: '-DE',
				timezone: 'Europe/Berlin',
			},
		}),
		sends('analytics.get', 'exclusions', 'GET /analytics', {
			parameters: { event: 'composite', interval: 'ytd', exclude: { country: 'us, de' } },
			response: { clicks: 1, leads: 0, sales: 0, saleAmount: 0 },
			query: {
				event: 'composite',
				groupBy: 'count',
				interval: 'ytd',
				country: '-US,DE',
				timezone: 'Europe/Berlin',
			},
		}),
	],
	parameters: {
		get: [
			...['event', 'groupBy', 'interval', 'start', 'end', 'timezone', ...FILTER_NAMES],
			...['exclude', 'simple', 'returnAll', 'maxGroups', 'metadata'],
		],
	},
	deprecated: { get: ['programId', 'tagIds', 'qr', 'page', 'limit', 'sortBy', 'sortOrder'] },
};
