import { addCommission } from '../commission/add.ts';
import { COMMISSIONS } from '../commission/columns.ts';
import type { Principal } from '../http/access.ts';
import type { Context, Core } from '../http/context.ts';
import { ApiError } from '../http/errors.ts';
import { PARTNERS, type ProgramRow } from '../program/columns.ts';
import { enrollmentOfPartner } from '../program/enrollment.ts';
import type { Database } from '../store/database.ts';
import { USERS } from '../user/columns.ts';
import type { BountyRow, SubmissionRow } from './columns.ts';
import type { SubmissionContext } from './present.ts';

export const REJECTION_REASONS = [
	'invalidProof',
	'duplicateSubmission',
	'outOfTimeWindow',
	'didNotMeetCriteria',
	'other',
] as const;

/** @throws ApiError 404 */
export function requireBounty(db: Database, program: ProgramRow, id: string): BountyRow {
	const bounty = db.get<BountyRow>(
		'SELECT * FROM bounties WHERE id = ? AND program_id = ?',
		id,
		program.id,
	);
	if (!bounty) throw new ApiError('not_found', `Bounty ${id} not found.`);
	return bounty;
}

/** @throws ApiError 404 */
export function requireSubmission(db: Database, bounty: BountyRow, id: string): SubmissionRow {
	const submission = db.get<SubmissionRow>(
		'SELECT * FROM bounty_submissions WHERE id = ? AND bounty_id = ?',
		id,
		bounty.id,
	);
	if (!submission) throw new ApiError('not_found', `Bounty submission ${id} not found.`);
	return submission;
}

export function submissionContext(
	db: Database,
	program: ProgramRow,
	{ id, partner_id, commission_id, user_id }: SubmissionRow,
): SubmissionContext {
	const partner = db.find(PARTNERS, partner_id);
	if (!partner) throw new Error(`submission ${id} without partner`);
	return {
		partner,
		groupId: enrollmentOfPartner(db, program, partner_id)?.group_id ?? null,
		commission: db.find(COMMISSIONS, commission_id),
		user: db.find(USERS, user_id),
	};
}

/**
 * Approves and rewards a submission, even one that was rejected, within the caller's transaction.
 *
 * @param rewardAmount cents, for a bounty without a fixed reward
 * @throws ApiError 400 for a draft, an approved submission, or a missing reward
 */
export function approveSubmission(
	context: Context,
	{ userId }: Principal,
	bounty: BountyRow,
	submission: SubmissionRow,
	rewardAmount: number | null,
): SubmissionRow {
	const { db, clock } = context;
	if (submission.status === 'draft' || submission.status === 'approved') {
		throw new ApiError('bad_request', `The submission is ${submission.status}.`);
	}
	const reward = Math.round(bounty.reward_amount ?? rewardAmount ?? 0);
	if (reward === 0) {
		throw new ApiError('bad_request', 'This bounty has no reward, so rewardAmount is required.');
	}
	const commission = addCommission(
		context,
		{
			program_id: bounty.program_id,
			partner_id: submission.partner_id,
			type: 'custom',
			amount: 0,
			earnings: reward,
			description: `Reward for "${bounty.name}"`,
		},
		userId,
	);
	return store(db, {
		...submission,
		status: 'approved',
		reviewed_at: clock.now(),
		rejection_reason: null,
		rejection_note: null,
		commission_id: commission.id,
		user_id: userId,
	});
}

/** @throws ApiError 400 for a submission that is not open for review */
export function rejectSubmission(
	{ db, clock }: Core,
	{ userId }: Principal,
	submission: SubmissionRow,
	rejection: { rejectionReason: (typeof REJECTION_REASONS)[number]; rejectionNote?: string },
): SubmissionRow {
	if (submission.status !== 'submitted') {
		throw new ApiError('bad_request', `The submission is ${submission.status}.`);
	}
	return store(db, {
		...submission,
		status: 'rejected',
		reviewed_at: clock.now(),
		rejection_reason: rejection.rejectionReason,
		rejection_note: rejection.rejectionNote || null,
		user_id: userId,
	});
}

function store(db: Database, submission: SubmissionRow): SubmissionRow {
	db.run(
		`UPDATE bounty_submissions SET status = ?, reviewed_at = ?, rejection_reason = ?, rejection_note = ?,
		 commission_id = ?, user_id = ? WHERE id = ?`,
		submission.status,
		submission.reviewed_at,
		submission.rejection_reason,
		submission.rejection_note,
		submission.commission_id,
		submission.user_id,
		submission.id,
	);
	return submission;
}
