import { CUSTOMERS } from '../customer/columns.ts';
import { purchasesOf } from '../customer/rules.ts';
import type { EventRow } from '../event/columns.ts';
import type { Context } from '../http/context.ts';
import { LINKS, type LinkRow } from '../link/columns.ts';
import { enrolledPartner } from '../partner/list.ts';
import { enrollmentOfLink } from '../program/enrollment.ts';
import { workspaceOfProgram } from '../program/program.ts';
import { resourceId } from '../store/ids.ts';
import type { CommissionRow } from './columns.ts';
import { presentPushedCommission } from './present.ts';

type Needed = 'program_id' | 'partner_id' | 'type' | 'amount' | 'earnings';

/**
 * Stores a commission and publishes it to the webhooks.
 *
 * @param userId the user who creates it by hand
 */
export function addCommission(
	context: Context,
	fields: Pick<CommissionRow, Needed> & Partial<CommissionRow>,
	userId: string | null = null,
): CommissionRow {
	const { db, clock, webhooks } = context;
	const now = clock.now();
	const createdAt = fields.created_at ?? now;
	const commission: CommissionRow = {
		id: resourceId('cm_', createdAt),
		status: 'pending',
		currency: 'usd',
		quantity: 1,
		customer_id: null,
		link_id: null,
		invoice_id: null,
		description: null,
		metadata: null,
		created_at: createdAt,
		updated_at: now,
		paid_at: null,
		...fields,
	};
	db.insert('commissions', { ...commission });
	if (userId !== null) {
		db.insert('commission_details', { commission_id: commission.id, user_id: userId });
	}
	webhooks.publish(workspaceOfProgram(db, commission.program_id), 'commission.created', () => {
		const enrollment = enrollmentOfLink(db, commission);
		if (!enrollment) throw new Error(`commission ${commission.id} without enrollment`);
		const customer = db.find(CUSTOMERS, commission.customer_id);
		return presentPushedCommission(commission, {
			partner: enrolledPartner(db, enrollment),
			customer: customer && { row: customer, purchases: purchasesOf(db, customer) },
			link: db.find(LINKS, commission.link_id),
			userId,
		});
	});
	return commission;
}

/** A partner's share of a sale. */
const COMMISSION_RATE = 0.1;

export function earningsOf(saleAmount: number): number {
	return Math.round(saleAmount * COMMISSION_RATE);
}

/** Adds the commission for a sale, unless the link has no approved partner or the sale is too small. */
export function recordCommission(context: Context, link: LinkRow, sale: EventRow): void {
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
		metadata: sale.metadata,
	});
}
