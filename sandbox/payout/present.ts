import { presentBriefPartner } from '../partner/present.ts';
import type { EnrollmentRow, PartnerRow } from '../program/columns.ts';
import { isoDate } from '../store/values.ts';
import { presentUser, type UserRow } from '../user/columns.ts';
import type { PayoutRow } from './columns.ts';

interface Payee {
	partner: PartnerRow;
	enrollment: Pick<EnrollmentRow, 'group_id' | 'tenant_id'>;
}

export function presentPayout(
	row: PayoutRow,
	{ partner, enrollment }: Payee,
	user: UserRow | undefined,
) {
	return {
		id: row.id,
		invoiceId: row.invoice_id,
		amount: row.amount,
		currency: row.currency,
		status: row.status,
		description: row.description,
		periodStart: isoDate(row.period_start),
		periodEnd: isoDate(row.period_end),
		createdAt: isoDate(row.created_at),
		updatedAt: isoDate(row.updated_at),
		initiatedAt: isoDate(row.initiated_at),
		paidAt: isoDate(row.paid_at),
		failureReason: row.failure_reason,
		mode: row.mode,
		method: row.method,
		traceId: row.trace_id,
		partner: {
			...presentBriefPartner(partner, enrollment.group_id),
			defaultPayoutMethod: null,
			tenantId: enrollment.tenant_id,
		},
		user: user ? presentUser(user) : null,
	};
}
