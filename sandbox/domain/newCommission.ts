import type { Context } from '../context.ts';
import { resourceId } from '../ids.ts';
import { presentPushedCommission } from '../present/commission.ts';
import type { CommissionRow, CustomerRow, LinkRow } from '../store/rows.ts';
import { purchasesOf } from '../tracking/customers.ts';
import { enrollmentOfLink } from './enrollments.ts';
import { enrolledPartner } from './partnerList.ts';
import { workspaceOfProgram } from './program.ts';

type Needed = 'program_id' | 'partner_id' | 'type' | 'amount' | 'earnings';

/**
 * Stores a commission and tells the webhooks of it.
 *
 * @param userId who creates it by hand
 */
export function addCommission(
	context: Pick<Context, 'db' | 'clock' | 'webhooks'>,
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
		const customer = db.get<CustomerRow>(
			'SELECT * FROM customers WHERE id = ?',
			commission.customer_id,
		);
		return presentPushedCommission(commission, {
			partner: enrolledPartner(db, enrollment),
			customer: customer && { row: customer, purchases: purchasesOf(db, customer) },
			link: db.get<LinkRow>('SELECT * FROM links WHERE id = ?', commission.link_id),
			userId,
		});
	});
	return commission;
}
