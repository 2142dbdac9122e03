import type { Context } from '../context.ts';
import { enrollmentOfLink } from '../domain/enrollments.ts';
import { addCommission } from '../domain/newCommission.ts';
import type { EventRow, LinkRow } from '../store/rows.ts';

/** What a partner earns of a sale. */
const SHARE = 0.1;

export function earningsOf(saleAmount: number): number {
	return Math.round(saleAmount * SHARE);
}

/** Where nobody earns anything (no link of an approved partner, or too small a sale) there is no commission. */
export function recordCommission(
	context: Pick<Context, 'db' | 'clock' | 'webhooks'>,
	link: LinkRow,
	sale: EventRow,
): void {
	const enrollment = enrollmentOfLink(context.db, link);
	const amount = sale.amount ?? 0;
	const earnings = earningsOf(amount);
	if (enrollment?.status !== 'approved' || earnings === 0) return;
	addCommission(context, {
		program_id: enrollment.program_id,
		partner_id: enrollment.partner_id,
		type: 'sale',
		amount,
		earnings,
		currency: sale.currency ?? 'usd',
		customer_id: sale.customer_id,
		link_id: link.id,
		invoice_id: sale.invoice_id,
	});
}
