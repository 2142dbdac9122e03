import type { RowOf, Table } from '../store/table.ts';

export const DISCOUNTS = {
	name: 'discounts',
	columns: {
		id: 'TEXT PRIMARY KEY',
		program_id: 'TEXT NOT NULL REFERENCES programs(id)',
		/** Where codes are also created. */
		provider: ['stripe', 'shopify', 'custom'],
		amount: 'INTEGER NOT NULL',
		type: ['percentage', 'flat'],
		/** Months; null: forever */
		max_duration: 'INTEGER',
	},
} as const satisfies Table;

export type DiscountRow = RowOf<typeof DISCOUNTS>;

/** The discount of the partners of a group; no row: none */
export const GROUP_DISCOUNTS = {
	name: 'group_discounts',
	columns: {
		group_id: 'TEXT PRIMARY KEY REFERENCES partner_groups(id)',
		discount_id: 'TEXT NOT NULL REFERENCES discounts(id)',
	},
} as const satisfies Table;

export const DISCOUNT_CODES = {
	name: 'discount_codes',
	columns: {
		id: 'TEXT PRIMARY KEY',
		program_id: 'TEXT NOT NULL REFERENCES programs(id)',
		code: 'TEXT NOT NULL',
		discount_id: 'TEXT REFERENCES discounts(id)',
		partner_id: 'TEXT NOT NULL',
		link_id: 'TEXT NOT NULL',
		disabled_at: 'INTEGER',
		created_at: 'INTEGER NOT NULL',
	},
	constraints: ['UNIQUE (program_id, code)'],
} as const satisfies Table;

export type DiscountCodeRow = RowOf<typeof DISCOUNT_CODES>;

/** Requests to Stripe, Shopify, or a custom discount provider. */
export const PROVIDER_NOTIFICATIONS = {
	name: 'provider_notifications',
	columns: {
		id: 'INTEGER PRIMARY KEY',
		provider: 'TEXT NOT NULL',
		event: 'TEXT NOT NULL',
		/** JSON. */
		payload: 'TEXT NOT NULL',
		sent_at: 'INTEGER NOT NULL',
	},
} as const satisfies Table;

export type NotificationRow = RowOf<typeof PROVIDER_NOTIFICATIONS>;
