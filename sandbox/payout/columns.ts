import type { RowOf, Table } from '../store/table.ts';

export const PAYOUT_STATUSES = [
	'pending',
	'processing',
	'processed',
	'sent',
	'completed',
	'failed',
	'canceled',
] as const;

export const PAYOUTS = {
	name: 'payouts',
	columns: {
		id: 'TEXT PRIMARY KEY',
		program_id: 'TEXT NOT NULL REFERENCES programs(id)',
		partner_id: 'TEXT NOT NULL',
		status: PAYOUT_STATUSES,
		/** Cents. */
		amount: 'INTEGER NOT NULL',
		currency: `TEXT NOT NULL DEFAULT 'usd'`,
		invoice_id: 'TEXT',
		description: 'TEXT',
		period_start: 'INTEGER',
		period_end: 'INTEGER',
		initiated_at: 'INTEGER',
		paid_at: 'INTEGER',
		failure_reason: 'TEXT',
		mode: ['internal', 'external', null],
		method: 'TEXT',
		trace_id: 'TEXT',
		user_id: 'TEXT',
		created_at: 'INTEGER NOT NULL',
		updated_at: 'INTEGER NOT NULL',
	},
} as const satisfies Table;

export type PayoutRow = RowOf<typeof PAYOUTS>;
