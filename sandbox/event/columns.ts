import type { RowOf, Table } from '../store/table.ts';

/** Newest-first listing of one kind is the hot path; `link_id` serves the link-level filters. */
export const EVENTS = {
	name: 'events',
	columns: {
		seq: 'INTEGER PRIMARY KEY',
		workspace_id: 'TEXT NOT NULL',
		kind: ['click', 'lead', 'sale'],
		timestamp: 'INTEGER NOT NULL',
		event_id: 'TEXT',
		event_name: 'TEXT',
		/** JSON */
		metadata: 'TEXT',
		click_id: 'TEXT NOT NULL',
		/** No foreign key, since events outlive their links. */
		link_id: 'TEXT NOT NULL',
		url: 'TEXT NOT NULL',
		continent: 'TEXT NOT NULL',
		country: 'TEXT NOT NULL',
		region: 'TEXT NOT NULL',
		city: 'TEXT NOT NULL',
		device: 'TEXT NOT NULL',
		browser: 'TEXT NOT NULL',
		os: 'TEXT NOT NULL',
		ua: 'TEXT',
		trigger: 'TEXT',
		referer: 'TEXT NOT NULL',
		referer_url: 'TEXT NOT NULL',
		ip: 'TEXT NOT NULL',
		customer_id: 'TEXT',
		/** US cents. */
		amount: 'INTEGER',
		currency: 'TEXT',
		invoice_id: 'TEXT',
		payment_processor: 'TEXT',
		sale_type: ['new', 'recurring', null],
	},
	indexes: {
		events_by_time: '(workspace_id, kind, timestamp)',
		events_by_link: '(link_id, kind, timestamp)',
		events_by_click: '(click_id)',
		events_by_customer: '(customer_id) WHERE customer_id IS NOT NULL',
	},
} as const satisfies Table;

/** An event without its `seq`, so that it can be stored again as another event. */
export type EventRow = Omit<RowOf<typeof EVENTS>, 'seq'>;

/** The columns of an `EventRow`. */
export const EVENT_COLUMNS = Object.keys(EVENTS.columns)
	.filter((column) => column !== 'seq')
	.join(', ');

/** Events that are stored but not listed yet. */
export const LATE_EVENTS = {
	name: 'late_events',
	columns: { seq: 'INTEGER PRIMARY KEY', visible_at: 'INTEGER NOT NULL' },
} as const satisfies Table;
