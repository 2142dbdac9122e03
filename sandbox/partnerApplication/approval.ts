import type { Context, Core } from '../http/context.ts';
import { ApiError } from '../http/errors.ts';
import { discountOfGroup, groupOf } from '../partner/program.ts';
import { welcome, type Owner } from '../partner/welcome.ts';
import type { Database } from '../store/database.ts';
import type { EnrollmentRow, ProgramRow } from '../store/rows.ts';

/** Whether the application can be approved. */
export function isApprovable({ status }: EnrollmentRow): boolean {
	return status === 'pending' || status === 'rejected';
}

/**
 * Approves an application, even one that was rejected, within the caller's transaction.
 *
 * @throws ApiError 403 for the group or the number of partners, 404 for the group, and as `createLink`
 */
export function approveApplication(
	context: Context,
	owner: Owner,
	program: ProgramRow,
	enrollment: EnrollmentRow,
	groupIdOrSlug: string | null | undefined,
): void {
	const { db, clock } = context;
	const groupId = groupOf(db, program, groupIdOrSlug ?? enrollment.group_id);
	requireBelowPartnerLimit(db, program);
	approve(context, enrollment, groupId);
	db.run(
		`UPDATE applications SET rejection_reason = NULL, rejection_note = NULL, reapplication_timeframe = NULL,
		 reviewed_at = ? WHERE id = ?`,
		clock.now(),
		enrollment.application_id,
	);
	const partner = db.find('partners', enrollment.partner_id);
	const approved = db.find('enrollments', enrollment.id);
	if (!partner || !approved) throw new Error(`enrollment ${enrollment.id} without partner`);
	welcome(context, owner, program, partner, approved, {
		tenantId: approved.tenant_id ?? undefined,
	});
}

/** Approves an enrollment with the group and its discount. */
export function approve({ db, clock }: Core, { id }: EnrollmentRow, groupId: string | null): void {
	const now = clock.now();
	db.run(
		`UPDATE enrollments SET status = 'approved', group_id = ?, discount_id = ?, reapply_after = NULL,
		 created_at = ?, updated_at = ? WHERE id = ?`,
		groupId,
		discountOfGroup(db, groupId),
		now,
		now,
		id,
	);
}

/**
 * Checks a program's limit in the table `partner_limits`; without a row there is no limit.
 *
 * @throws ApiError 403
 */
export function requireBelowPartnerLimit(db: Database, { id }: ProgramRow): void {
	const full = db.get(
		`SELECT 1 FROM partner_limits WHERE program_id = ?1 AND max <=
			(SELECT count(*) FROM enrollments WHERE program_id = ?1 AND status = 'approved')`,
		id,
	);
	if (full) throw new ApiError('forbidden', 'The plan does not allow more partners.');
}
