import { detachDiscountCodes } from '../discountCode/rules.ts';
import type { Context, Core } from '../http/context.ts';
import { mailPartner } from '../mail/outbox.ts';
import type { EnrollmentRow, ProgramRow } from '../program/columns.ts';
import { resolveFraudAlerts } from './fraud.ts';

export const BAN_REASONS = [
	'tos_violation',
	'inappropriate_content',
	'fake_traffic',
	'fraud',
	'spam',
	'brand_abuse',
] as const;

type BanReason = (typeof BAN_REASONS)[number];

const REASON_TEXT: Record<BanReason, string> = {
	tos_violation: 'Terms of service violation',
	inappropriate_content: 'Inappropriate content',
	fake_traffic: 'Fake traffic',
	fraud: 'Fraud',
	spam: 'Spam',
	brand_abuse: 'Brand abuse',
};

/** Marks the enrollment as banned. The service applies the side effects later; see `applyBan`. */
export function markBanned(
	{ db, clock }: Core,
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
	db.run(
		`UPDATE payouts SET status = 'canceled', updated_at = ?
		 WHERE program_id = ? AND partner_id = ? AND status = 'pending'`,
		now,
		program.id,
		partner_id,
	);
	db.run(
		`UPDATE bounty_submissions SET status = 'rejected', rejection_reason = 'other', reviewed_at = ?
		 WHERE partner_id = ? AND status NOT IN ('approved', 'rejected')
		 AND bounty_id IN (SELECT id FROM bounties WHERE program_id = ?)`,
		now,
		partner_id,
		program.id,
	);
	detachDiscountCodes(context, partner);
	resolveFraudAlerts(context, partner);
	mailPartner(context, partner_id, {
		subject: `You have been banned from ${program.name}`,
		body: `Your links have been disabled and your commissions have been canceled.\n\nReason: ${REASON_TEXT[reason]}`,
	});
}

/** Deactivates a partner: they stop earning commissions, and their links expire. */
export function deactivate(context: Context, enrollment: EnrollmentRow): void {
	const { db, clock } = context;
	const { id, program_id, partner_id } = enrollment;
	const now = clock.now();
	db.run(
		`UPDATE enrollments SET status = 'deactivated', discount_id = NULL, updated_at = ? WHERE id = ?`,
		now,
		id,
	);
	db.run(
		`UPDATE links SET expires_at = ?1, updated_at = ?1
		 WHERE program_id = ?2 AND partner_id = ?3 AND expires_at IS NULL`,
		now,
		program_id,
		partner_id,
	);
	detachDiscountCodes(context, enrollment);
}
