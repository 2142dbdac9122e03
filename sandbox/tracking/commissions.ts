import type { Context } from '../context.ts';
import { enrollmentOfLink } from '../domain/enrollments.ts';
import { enrolledPartner } from '../domain/partnerList.ts';
import { resourceId } from '../ids.ts';
import { presentPushedCommission } from '../present/commission.ts';
import type { CommissionRow, CustomerRow, EventRow, LinkRow } from '../store/rows.ts';
import { purchasesOf } from './customers.ts';

/** What a partner earns of a sale. */
const SHARE = 0.1;

/** @returns undefined where nobody earns anything: no link of an approved partner, or too small a sale */
export function recordCommission(
	{ db, clock }: Pick<Context, 'db' | 'clock'>,
	link: LinkRow,
	sale: EventRow,
): CommissionRow | undefined {
	const enrollment = enrollmentOfLink(db, link);
	const amount = sale.amount ?? 0;
	const earnings = Math.round(amount * SHARE);
	if (enrollment?.status !== 'approved' || earnings === 0) return undefined;
	const now = clock.now();
	const commission: CommissionRow = {
		id: resourceId('cm_', now),
		program_id: enrollment.program_id,
		partner_id: enrollment.partner_id,
		type: 'sale',
		status: 'pending',
		amount,
		earnings,
		currency: sale.currency ?? 'usd',
		quantity: 1,
		customer_id: sale.customer_id,
		link_id: link.id,
		invoice_id: sale.invoice_id,
		description: null,
		created_at: now,
		updated_at: now,
		paid_at: null,
	};
	db.insert('commissions', { ...commission });
	return commission;
}

export function publishCommission(
	{ db, webhooks }: Pick<Context, 'db' | 'webhooks'>,
	link: LinkRow,
	customer: CustomerRow,
	commission: CommissionRow,
): void {
	const enrollment = enrollmentOfLink(db, link);
	if (!enrollment) return;
	webhooks.publish(link.workspace_id, 'commission.created', () =>
		presentPushedCommission(commission, {
			partner: enrolledPartner(db, enrollment),
			customer,
			purchases: purchasesOf(db, customer),
			link,
		}),
	);
}
