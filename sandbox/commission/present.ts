import type { CustomerRow } from '../customer/columns.ts';
import { presentFullCustomer, presentPushedCustomer, type Purchases } from '../customer/present.ts';
import type { LinkRow } from '../link/columns.ts';
import { shortLinkOf } from '../link/present.ts';
import {
	presentBriefPartner,
	presentPushedPartner,
	type EnrolledPartner,
} from '../partner/present.ts';
import type { PartnerRow } from '../program/columns.ts';
import { fromJson, isoDate } from '../store/values.ts';
import type { CommissionRow } from './columns.ts';

interface Buyer {
	row: CustomerRow;
	purchases: Purchases;
}

interface PushedOrigin {
	partner: EnrolledPartner;
	customer: Buyer | undefined;
	link: LinkRow | undefined;
	userId: string | null;
}

/** As in webhooks. */
export function presentPushedCommission(
	row: CommissionRow,
	{ partner, customer, link, userId }: PushedOrigin,
) {
	return {
		...common(row, userId),
		partner: presentPushedPartner(partner),
		customer: customer ? presentPushedCustomer(customer.row, customer.purchases) : null,
		link: link
			? { id: link.id, shortLink: shortLinkOf(link), domain: link.domain, key: link.key }
			: null,
	};
}

interface Origin {
	partner: PartnerRow;
	groupId: string | null;
	customer: Buyer | undefined;
	userId: string | null;
}

export function presentCommission(
	row: CommissionRow,
	{ partner, groupId, customer, userId }: Origin,
) {
	return {
		...common(row, userId),
		paidAt: isoDate(row.paid_at),
		partner: presentBriefPartner(partner, groupId),
		customer: customer ? presentFullCustomer(customer.row, customer.purchases) : null,
	};
}

function common(row: CommissionRow, userId: string | null) {
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
		userId,
		metadata: fromJson(row.metadata),
		createdAt: isoDate(row.created_at),
		updatedAt: isoDate(row.updated_at),
	};
}
