import type { RowOf, Table } from '../store/table.ts';

export const BOUNTIES = {
	name: 'bounties',
	columns: {
		id: 'TEXT PRIMARY KEY',
		program_id: 'TEXT NOT NULL REFERENCES programs(id)',
		name: 'TEXT NOT NULL',
		type: ['performance', 'submission'],
		/** Cents; null: set when a submission is approved */
		reward_amount: 'INTEGER',
		created_at: 'INTEGER NOT NULL',
	},
} as const satisfies Table;

export type BountyRow = RowOf<typeof BOUNTIES>;

export const SUBMISSION_STATUSES = ['draft', 'submitted', 'approved', 'rejected'] as const;

export const BOUNTY_SUBMISSIONS = {
	name: 'bounty_submissions',
	columns: {
		id: 'TEXT PRIMARY KEY',
		bounty_id: 'TEXT NOT NULL REFERENCES bounties(id)',
		partner_id: 'TEXT NOT NULL',
		description: 'TEXT',
		/** JSON: [URL] */
		urls: 'TEXT',
		/** JSON: [{url, fileName, size}] */
		files: 'TEXT',
		status: SUBMISSION_STATUSES,
		performance_count: 'INTEGER',
		social_metric_count: 'INTEGER',
		social_metrics_last_synced_at: 'INTEGER',
		period_number: 'INTEGER NOT NULL DEFAULT 1',
		completed_at: 'INTEGER',
		reviewed_at: 'INTEGER',
		rejection_reason: 'TEXT',
		rejection_note: 'TEXT',
		commission_id: 'TEXT',
		user_id: 'TEXT',
		created_at: 'INTEGER NOT NULL',
	},
} as const satisfies Table;

export type SubmissionRow = RowOf<typeof BOUNTY_SUBMISSIONS>;
