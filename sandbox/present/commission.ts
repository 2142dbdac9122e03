import type { CommissionRow, CustomerRow, LinkRow } from '../store/rows.ts';
import { presentPushedCustomer, type Purchases } from './customer.ts';
import { shortLinkOf } from './link.ts';
import { presentPushedPartner, type EnrolledPartner } from './partner.ts';
import { isoDate } from './values.ts';

interface Origin {
	partner: EnrolledPartner;
	customer: CustomerRow;
	purchases: Purchases;
	link: LinkRow;
}

/** As webhooks have it. */
export function presentPushedCommission(
	row: CommissionRow,
	{ partner, customer, purchases, link }: Origin,
) {
	return {
		id: row.id,
		type: row.type,
		amount: row.amount,
		earnings: row.earnings,
		currency: row.currency,
		status: row.status,
		invoiceId: row.invoice_id,
		description: row.description,
		quantity: row.quantity,
		userId: null,
		createdAt: isoDate(row.created_at),
		updatedAt: isoDate(row.updated_at),
		partner: presentPushedPartner(partner),
		customer: presentPushedCustomer(customer, purchases),
		link: { id: link.id, shortLink: shortLinkOf(link), domain: link.domain, key: link.key },
	};
}
