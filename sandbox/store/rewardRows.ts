/** More rows, in the form of rows.ts: what partners are paid, and for what. */

export const PAYOUT_STATUSES = [
	'pending',
	'processing',
	'processed',
	'sent',
	'completed',
	'failed',
	'canceled',
] as const;

export interface PayoutRow {
	id: string;
	program_id: string;
	partner_id: string;
	status: (typeof PAYOUT_STATUSES)[number];
	/** Cents. */
	amount: number;
	currency: string;
	invoice_id: string | null;
	description: string | null;
	period_start: number | null;
	period_end: number | null;
	initiated_at: number | null;
	paid_at: number | null;
	failure_reason: string | null;
	mode: 'internal' | 'external' | null;
	method: string | null;
	trace_id: string | null;
	user_id: string | null;
	created_at: number;
	updated_at: number;
}

export interface BountyRow {
	id: string;
	program_id: string;
	name: string;
	type: 'performance' | 'submission';
	/** Cents. */
	reward_amount: number | null;
	created_at: number;
}

export const SUBMISSION_STATUSES = ['draft', 'submitted', 'approved', 'rejected'] as const;

export interface SubmissionRow {
	id: string;
	bounty_id: string;
	partner_id: string;
	description: string | null;
	/** JSON: [URL] */
	urls: string | null;
	/** JSON: [{url, fileName, size}] */
	files: string | null;
	status: (typeof SUBMISSION_STATUSES)[number];
	performance_count: number | null;
	social_metric_count: number | null;
	social_metrics_last_synced_at: number | null;
	period_number: number;
	completed_at: number | null;
	reviewed_at: number | null;
	rejection_reason: string | null;
	rejection_note: string | null;
	commission_id: string | null;
	user_id: string | null;
	created_at: number;
}

export interface UserRow {
	id: string;
	name: string | null;
	email: string;
	image: string | null;
}
