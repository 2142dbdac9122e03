import {
	FILTER_NAMES,
	FILTER_QUERY,
	FILTERS,
	NEW_FILTER_QUERY,
	NEW_FILTERS,
} from './eventFilters.ts';
import { sends, type Contract } from './types.ts';

const click = { event: 'click', click: { id: 'click1', timestamp: '2026-03-02T10:00:00Z' } };
const sale = { event: 'sale', eventId: 'sale1', timestamp: '2026-03-02T10:00:00Z' };

export const event: Contract = {
	rows: [
		sends('event.getAll', 'minimal', 'GET /events', {
			parameters: {},
			response: [],
			query: {
				event: 'clicks',
				interval: '24h',
				timezone: 'Europe/Berlin',
				page: '1',
				limit: '50',
			},
		}),
		sends('event.getAll', 'dates in the time zone that is chosen', 'GET /events', {
			parameters: {
				event: 'sales',
				limit: 1,
				interval: 'custom',
				start: '2026-03-01',
				end: '2026-03-31',
				filters: NEW_FILTERS,
				options: { timezone: 'America/New_York' },
			},
			response: [sale],
			query: {
				...NEW_FILTER_QUERY,
				event: 'sales',
				start: '2026-03-01T05:00:00.000Z',
				end: '2026-04-01T03:59:59.999Z',
				timezone: 'America/New_York',
				page: '1',
				limit: '1000',
			},
		}),
		sends('event.getAll', 'every field', 'GET /events', {
			parameters: {
				event: 'sales',
				limit: 1,
				simple: false,
				interval: 'custom',
				start: '2026-03-01T10:00:00Z',
				end: '2026-03-31T10:00:00Z',
				filters: FILTERS,
				options: { sortBy: 'timestamp', sortOrder: 'asc', timezone: 'America/New_York' },
			},
			response: [sale],
			query: {
				...FILTER_QUERY,
				event: 'sales',
				start: '2026-03-01T10:00:00.000Z',
				end: '2026-03-31T10:00:00.000Z',
				sortBy: 'timestamp',
				sortOrder: 'asc',
				timezone: 'America/New_York',
				page: '1',
				limit: '1000',
			},
		}),
		sends('event.getAll', 'exclusions', 'GET /events', {
			parameters: {
				limit: 1,
				exclude: { city: 'Berlin, Paris', folderId: 'fold_1', trigger: ['qr'] },
			},
			response: [click],
			query: {
				event: 'clicks',
				interval: '24h',
				city: '-Berlin,Paris',
				folderId: '-fold_1',
				trigger: '-qr',
				timezone: 'Europe/Berlin',
				page: '1',
				limit: '1',
			},
		}),
	],
	parameters: {
		getAll: [
			...['event', 'interval', 'start', 'end', 'timezone', ...FILTER_NAMES, 'exclude'],
			...['sortOrder', 'sortBy', 'returnAll', 'limit', 'simple'],
		],
	},
	deprecated: { getAll: ['programId', 'tagIds', 'qr', 'order'] },
};
