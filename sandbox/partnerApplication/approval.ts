import type { Context } from '../http/context.ts';
import { welcome, type Owner } from '../partner/welcome.ts';
import { ENROLLMENTS, PARTNERS, type EnrollmentRow, type ProgramRow } from '../program/columns.ts';
import { approve, requireBelowPartnerLimit } from '../program/enrollment.ts';
import { groupOf } from '../program/program.ts';

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
	const partner = db.find(PARTNERS, enrollment.partner_id);
	const approved = db.find(ENROLLMENTS, enrollment.id);
	if (!partner || !approved) throw new Error(`enrollment ${enrollment.id} without partner`);
	welcome(context, owner, program, partner, approved, {
		tenantId: approved.tenant_id ?? undefined,
	});
}
