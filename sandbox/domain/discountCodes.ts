import type { Context } from '../context.ts';
import { alphanumeric } from '../ids.ts';
import { isoDate } from '../present/values.ts';
import type { DiscountCodeRow, DiscountRow } from '../store/rows.ts';

type Parts = Pick<Context, 'db' | 'clock' | 'quirks'>;

/** Removes a code and disables it where it also lives. */
export function deleteDiscountCode(parts: Parts, code: DiscountCodeRow): void {
	parts.db.run('DELETE FROM discount_codes WHERE id = ?', code.id);
	disableAtProvider(parts, code);
}

/** Keeps the code, but detached from its discount and disabled, also where it also lives. */
export function detachDiscountCode(parts: Parts, code: DiscountCodeRow): void {
	const disabledAt = parts.clock.now();
	parts.db.run(
		'UPDATE discount_codes SET discount_id = NULL, disabled_at = ? WHERE id = ?',
		disabledAt,
		code.id,
	);
	disableAtProvider(parts, { ...code, disabled_at: disabledAt });
}

/** A code that was detached earlier is already disabled there. */
function disableAtProvider(parts: Parts, code: DiscountCodeRow): void {
	const { db, clock } = parts;
	const discount = db.get<DiscountRow>('SELECT * FROM discounts WHERE id = ?', code.discount_id);
	if (!discount) return;
	const { event, payload } =
		discount.provider === 'custom'
			? webhook(parts, code, discount)
			: { event: 'discount_code.disabled', payload: { code: code.code, active: false } };
	db.insert('provider_notifications', {
		provider: discount.provider,
		event,
		payload: JSON.stringify(payload),
		sent_at: clock.now(),
	});
}

function webhook({ clock, quirks }: Parts, code: DiscountCodeRow, discount: DiscountRow) {
	const event = quirks.discountDeletedEvent;
	const payload = {
		id: `evt_${alphanumeric(25)}`,
		event,
		createdAt: isoDate(clock.now()),
		data: {
			id: code.id,
			code: code.code,
			partnerId: code.partner_id,
			linkId: code.link_id,
			disabledAt: isoDate(code.disabled_at),
			discount: {
				id: discount.id,
				amount: discount.amount,
				type: discount.type,
				maxDuration: discount.max_duration,
				provider: discount.provider,
			},
		},
	};
	return { event, payload };
}
