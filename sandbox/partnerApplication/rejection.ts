import type { Context } from '../http/context.ts';
import { mailPartner } from '../mail/outbox.ts';
import { raiseFraudAlert, resolveFraudAlerts } from '../partner/fraud.ts';
import type { EnrollmentRow, ProgramRow } from '../program/columns.ts';

export const REJECTION_REASONS = [
	'needsMoreDetail',
	'doesNotMeetRequirements',
	'notTheRightFit',
	'other',
] as const;

export const REAPPLICATION_TIMEFRAMES = ['instant', 'standard', 'never'] as const;

export interface Rejection {
	rejectionReason?: (typeof REJECTION_REASONS)[number];
	rejectionNote: string | null;
	reapplicationTimeframe: (typeof REAPPLICATION_TIMEFRAMES)[number];
	/** null: the partner is not flagged */
	fraudReason: string | null;
}

const STANDARD_WAIT = 30 * 24 * 60 * 60 * 1000;

const REASON_TEXT: Record<(typeof REJECTION_REASONS)[number], string> = {
	needsMoreDetail: 'Needs more detail',
	doesNotMeetRequirements: 'Does not meet the requirements',
	notTheRightFit: 'Not the right fit',
	other: 'Other',
};

export function rejectEnrollment(
	context: Context,
	program: ProgramRow,
	enrollment: EnrollmentRow,
	rejection: Rejection,
): void {
	const { db, clock } = context;
	const now = clock.now();
	const { rejectionReason = null, rejectionNote, reapplicationTimeframe } = rejection;
	db.run(
		`UPDATE enrollments SET status = 'rejected', discount_id = NULL, reapply_after = ?, updated_at = ?
		 WHERE id = ?`,
		reapplyAfter(reapplicationTimeframe, now),
		now,
		enrollment.id,
	);
	db.run(
		`UPDATE applications SET rejection_reason = ?, rejection_note = ?, reapplication_timeframe = ?,
		 reviewed_at = ? WHERE id = ?`,
		rejectionReason,
		rejectionNote,
		reapplicationTimeframe,
		now,
		enrollment.application_id,
	);
	resolveFraudAlerts(context, enrollment);
	if (rejection.fraudReason !== null) raiseFraudAlert(context, enrollment, rejection.fraudReason);
	mailPartner(context, enrollment.partner_id, {
		subject: `Your application to ${program.name}`,
		body: emailBody(program, rejection),
	});
}

/** @returns the instant from which the partner can reapply; null: never */
function reapplyAfter(timeframe: Rejection['reapplicationTimeframe'], now: number): number | null {
	return { instant: now, standard: now + STANDARD_WAIT, never: null }[timeframe];
}

function emailBody(program: ProgramRow, rejection: Rejection): string {
	const again = {
		instant: 'You can apply again at any time.',
		standard: 'You can apply again after 30 days.',
		never: null,
	}[rejection.reapplicationTimeframe];
	return [
		`Your application to ${program.name} was not accepted.`,
		rejection.rejectionReason && `Reason: ${REASON_TEXT[rejection.rejectionReason]}`,
		rejection.rejectionNote,
		again,
	]
		.filter(Boolean)
		.join('\n\n');
}
