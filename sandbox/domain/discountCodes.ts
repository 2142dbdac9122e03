import type { Context } from '../context.ts';
import { presentPushedDiscountCode } from '../present/discountCode.ts';
import type { DiscountCodeRow, DiscountRow } from '../store/rows.ts';
import { workspaceOfProgram } from './program.ts';

type Parts = Pick<Context, 'db' | 'clock' | 'quirks' | 'webhooks'>;

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
function disableAtProvider({ db, clock, quirks, webhooks }: Parts, code: DiscountCodeRow): void {
	const discount = db.get<DiscountRow>('SELECT * FROM discounts WHERE id = ?', code.discount_id);
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
