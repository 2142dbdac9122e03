import type { RowOf, Table } from '../store/table.ts';

export const CUSTOMERS = {
	name: 'customers',
	columns: {
		id: 'TEXT PRIMARY KEY',
		workspace_id: 'TEXT NOT NULL REFERENCES workspaces(id)',
		name: 'TEXT',
		email: 'TEXT',
		avatar: 'TEXT',
		external_id: 'TEXT',
		country: 'TEXT',
		link_id: 'TEXT',
		click_id: 'TEXT',
		created_at: 'INTEGER NOT NULL',
	},
	constraints: ['UNIQUE (workspace_id, external_id)'],
} as const satisfies Table;

export type CustomerRow = RowOf<typeof CUSTOMERS>;

/** Columns that few customers have. */
export const CUSTOMER_BILLING = {
	name: 'customer_billing',
	columns: {
		customer_id: 'TEXT PRIMARY KEY REFERENCES customers(id) ON DELETE CASCADE',
		stripe_customer_id: 'TEXT',
		subscription_canceled_at: 'INTEGER',
	},
} as const satisfies Table;
