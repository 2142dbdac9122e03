import { isoDate } from '../store/values.ts';
import type { DiscountCodeRow, DiscountRow } from './columns.ts';

export function presentDiscountCode(row: DiscountCodeRow) {
	return {
		id: row.id,
		code: row.code,
		discountId: row.discount_id,
		partnerId: row.partner_id,
		linkId: row.link_id,
		disabledAt: isoDate(row.disabled_at),
	};
}

/** As in webhooks: with its discount. */
export function presentPushedDiscountCode(row: DiscountCodeRow, discount: DiscountRow) {
	return {
		id: row.id,
		code: row.code,
		partnerId: row.partner_id,
		linkId: row.link_id,
		disabledAt: isoDate(row.disabled_at),
		discount: {
			id: discount.id,
			amount: discount.amount,
			type: discount.type,
			maxDuration: discount.max_duration,
			provider: discount.provider,
		},
	};
}
