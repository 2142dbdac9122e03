import type { CommissionRow } from '../commission/columns.ts';
import { presentBriefPartner } from '../partner/present.ts';
import type { PartnerRow } from '../program/columns.ts';
import { fromJson, isoDate } from '../store/values.ts';
import { presentUser, type UserRow } from '../user/columns.ts';
import type { SubmissionRow } from './columns.ts';

export function presentSubmission(row: SubmissionRow) {
	return {
		id: row.id,
		bountyId: row.bounty_id,
		partnerId: row.partner_id,
		description: row.description,
		urls: fromJson(row.urls),
		files: fromJson(row.files),
		status: row.status,
		performanceCount: row.performance_count,
		socialMetricCount: row.social_metric_count,
		socialMetricsLastSyncedAt: isoDate(row.social_metrics_last_synced_at),
		createdAt: isoDate(row.created_at),
		completedAt: isoDate(row.completed_at),
		reviewedAt: isoDate(row.reviewed_at),
		rejectionReason: row.rejection_reason,
		rejectionNote: row.rejection_note,
		periodNumber: row.period_number,
	};
}

/** What a submission has in addition in a list. */
export interface SubmissionContext {
	partner: PartnerRow;
	groupId: string | null;
	commission: CommissionRow | undefined;
	/** The reviewer. */
	user: UserRow | undefined;
}

export function presentListedSubmission(
	row: SubmissionRow,
	{ partner, groupId, commission, user }: SubmissionContext,
) {
	return {
		...presentSubmission(row),
		partner: presentBriefPartner(partner, groupId),
		commission: commission
			? {
					id: commission.id,
					amount: commission.amount,
					earnings: commission.earnings,
					status: commission.status,
					createdAt: isoDate(commission.created_at),
				}
			: null,
		user: user ? presentUser(user) : null,
	};
}
