import type { Context } from '../context.ts';
import type { DiscountCodeRow, EnrollmentRow, ProgramRow } from '../store/rows.ts';
import { detachDiscountCode } from './discountCodes.ts';
import { resolveFraudAlerts } from './fraud.ts';
import { mailPartner } from './outbox.ts';

export const BAN_REASONS = [
	'tos_violation',
	'inappropriate_content',
	'fake_traffic',
	'fraud',
	'spam',
	'brand_abuse',
] as const;

export type BanReason = (typeof BAN_REASONS)[number];

const REASON_TEXT: Record<BanReason, string> = {
	tos_violation: 'Terms of service violation',
	inappropriate_content: 'Inappropriate content',
	fake_traffic: 'Fake traffic',
	fraud: 'Fraud',
	spam: 'Spam',
	brand_abuse: 'Brand abuse',
};

/** Marks the enrollment; what follows from it is `applyBan`, which the service does later. */
export function markBanned(
	{ db, clock }: Pick<Context, 'db' | 'clock'>,
	enrollment: EnrollmentRow,
	reason: BanReason,
): void {
	const now = clock.now();
	db.run(
		`UPDATE enrollments SET status = 'banned', banned_at = ?, banned_reason = ?, discount_id = NULL,
		 reapply_after = NULL, updated_at = ? WHERE id = ?`,
		now,
		reason,
		now,
		enrollment.id,
	);
}

export function applyBan(
	context: Context,
	program: ProgramRow,
	{ partner_id }: EnrollmentRow,
	reason: BanReason,
): void {
	const { db, clock, quirks } = context;
	const now = clock.now();
	const partner = { program_id: program.id, partner_id };
	db.run(
		'UPDATE links SET disabled_at = ?, expires_at = ?, updated_at = ? WHERE program_id = ? AND partner_id = ?',
		now,
		now,
		now,
		program.id,
		partner_id,
	);
	const cancelable =
		quirks.banCancels === 'all' ? `<> 'canceled'` : `IN ('pending', 'hold', 'processed')`;
	db.run(
		`UPDATE commissions SET status = 'canceled', updated_at = ?
		 WHERE program_id = ? AND partner_id = ? AND status ${cancelable}`,
		now,
		program.id,
		partner_id,
	);
	const codes = db.all<DiscountCodeRow>(
		'SELECT * FROM discount_codes WHERE program_id = ? AND partner_id = ?',
		program.id,
		partner_id,
	);
	for (const code of codes) detachDiscountCode(context, code);
	resolveFraudAlerts(context, partner);
	mailPartner(context, partner_id, {
		subject: `You have been banned from ${program.name}`,
		body: `Your links have been disabled and your commissions canceled.\n\nReason: ${REASON_TEXT[reason]}`,
	});
}
