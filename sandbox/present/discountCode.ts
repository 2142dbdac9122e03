import type { DiscountCodeRow } from '../store/rows.ts';
import { isoDate } from './values.ts';

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
