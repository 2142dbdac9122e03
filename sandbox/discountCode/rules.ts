import type { Context } from '../http/context.ts';
import { ApiError } from '../http/errors.ts';
import type { EnrollmentRow } from '../program/columns.ts';
import type { PartnerInProgram } from '../program/enrollment.ts';
import { workspaceOfProgram } from '../program/program.ts';
import type { Database } from '../store/database.ts';
import { alphanumeric, resourceId } from '../store/ids.ts';
import { DISCOUNTS, type DiscountCodeRow, type DiscountRow } from './columns.ts';
import { presentPushedDiscountCode } from './present.ts';

/** Deletes a code and disables it at its provider. */
export function deleteDiscountCode(context: Context, code: DiscountCodeRow): void {
	context.db.run('DELETE FROM discount_codes WHERE id = ?', code.id);
	disableAtProvider(context, code);
}

/** Detaches a partner's codes from their discounts and disables them, also at their providers. */
export function detachDiscountCodes(context: Context, partner: PartnerInProgram): void {
	const { db, clock } = context;
	const codes = db.all<DiscountCodeRow>(
		'SELECT * FROM discount_codes WHERE program_id = ? AND partner_id = ?',
		partner.program_id,
		partner.partner_id,
	);
	const disabledAt = clock.now();
	for (const code of codes) {
		db.run(
			'UPDATE discount_codes SET discount_id = NULL, disabled_at = ? WHERE id = ?',
			disabledAt,
			code.id,
		);
		disableAtProvider(context, { ...code, disabled_at: disabledAt });
	}
}

/**
 * Creates a code for a partner's link, also at its provider, within the caller's transaction.
 *
 * @param text the code; undefined generates a readable one
 * @throws ApiError 400 for another partner's link, a link with a code, or a partner without a discount; 409 for a used
 * code
 */
export function createDiscountCode(
	context: Context,
	enrollment: EnrollmentRow,
	linkId: string,
	text: string | undefined,
): DiscountCodeRow {
	const { db, clock } = context;
	const { program_id, partner_id, discount_id } = enrollment;
	const ofPartner = 'SELECT 1 FROM links WHERE id = ? AND program_id = ? AND partner_id = ?';
	if (!db.get(ofPartner, linkId, program_id, partner_id)) {
		throw new ApiError('bad_request', `Link ${linkId} is no link of this partner.`);
	}
	const discount = db.find(DISCOUNTS, discount_id);
	if (!discount) throw new ApiError('bad_request', 'This partner has no discount.');
	if (db.get('SELECT 1 FROM discount_codes WHERE link_id = ?', linkId)) {
		throw new ApiError('bad_request', `Link ${linkId} has a discount code already.`);
	}
	if (text && isTaken(db, program_id, text)) {
		throw new ApiError('conflict', `The discount code ${text} already exists.`);
	}
	const now = clock.now();
	const code: DiscountCodeRow = {
		id: resourceId('dcode_', now),
		program_id,
		code: text || freeCode(db, program_id, discount),
		discount_id: discount.id,
		partner_id,
		link_id: linkId,
		disabled_at: null,
		created_at: now,
	};
	db.insert('discount_codes', { ...code });
	createAtProvider(context, code, discount);
	return code;
}

function freeCode(db: Database, programId: string, { amount }: DiscountRow): string {
	for (;;) {
		const code = `SAVE${alphanumeric(6).toUpperCase()}${amount}`;
		if (!isTaken(db, programId, code)) return code;
	}
}

function isTaken(db: Database, programId: string, code: string): boolean {
	const taken = 'SELECT 1 FROM discount_codes WHERE program_id = ? AND code = ?';
	return db.get(taken, programId, code) !== undefined;
}

function createAtProvider(
	{ db, clock, webhooks }: Context,
	code: DiscountCodeRow,
	discount: DiscountRow,
): void {
	const event = 'discount_code.created';
	const data = () => presentPushedDiscountCode(code, discount);
	webhooks.publish(workspaceOfProgram(db, code.program_id), event, data);
	const payload =
		discount.provider === 'custom'
			? webhooks.envelope(event, data())
			: { code: code.code, active: true };
	db.insert('provider_notifications', {
		provider: discount.provider,
		event,
		payload: JSON.stringify(payload),
		sent_at: clock.now(),
	});
}

/** A detached code is already disabled there. */
function disableAtProvider({ db, clock, quirks, webhooks }: Context, code: DiscountCodeRow): void {
	const discount = db.find(DISCOUNTS, code.discount_id);
	if (!discount) return;
	const data = () => presentPushedDiscountCode(code, discount);
	const custom = discount.provider === 'custom';
	const event = quirks.discountDeletedEvent;
	if (custom || event === 'discount_code.deleted') {
		const workspaceId = workspaceOfProgram(db, code.program_id);
		webhooks.publish(workspaceId, 'discount_code.deleted', data, event);
	}
	const [name, payload] = custom
		? [event, webhooks.envelope(event, data())]
		: ['discount_code.disabled', { code: code.code, active: false }];
	db.insert('provider_notifications', {
		provider: discount.provider,
		event: name,
		payload: JSON.stringify(payload),
		sent_at: clock.now(),
	});
}
