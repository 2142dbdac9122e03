import type { RowOf, Table } from '../store/table.ts';

export const COMMISSION_TYPES = ['click', 'lead', 'sale', 'referral', 'custom'] as const;

export const COMMISSION_STATUSES = [
	'pending',
	'processed',
	'paid',
	'refunded',
	'duplicate',
	'fraud',
	'canceled',
	'hold',
] as const;

export type CommissionStatus = (typeof COMMISSION_STATUSES)[number];

export const COMMISSIONS = {
	name: 'commissions',
	columns: {
		id: 'TEXT PRIMARY KEY',
		program_id: 'TEXT NOT NULL REFERENCES programs(id)',
		partner_id: 'TEXT NOT NULL',
		type: COMMISSION_TYPES,
		status: COMMISSION_STATUSES,
		/** Cents, like `earnings`. */
		amount: 'INTEGER NOT NULL',
		earnings: 'INTEGER NOT NULL',
		currency: `TEXT NOT NULL DEFAULT 'usd'`,
		quantity: 'INTEGER NOT NULL DEFAULT 1',
		customer_id: 'TEXT',
		link_id: 'TEXT',
		invoice_id: 'TEXT',
		description: 'TEXT',
		/** JSON, of the lead or sale. */
		metadata: 'TEXT',
		created_at: 'INTEGER NOT NULL',
		updated_at: 'INTEGER NOT NULL',
		paid_at: 'INTEGER',
	},
} as const satisfies Table;

export type CommissionRow = RowOf<typeof COMMISSIONS>;

/** The payout of a commission, and the user who created it by hand. */
export const COMMISSION_DETAILS = {
	name: 'commission_details',
	columns: {
		commission_id: 'TEXT PRIMARY KEY REFERENCES commissions(id) ON DELETE CASCADE',
		payout_id: 'TEXT',
		user_id: 'TEXT',
	},
	indexes: { commissions_by_payout: '(payout_id)' },
} as const satisfies Table;
