import { enrollmentOfLink } from '../domain/enrollments.ts';
import { enrolledPartner } from '../domain/partnerList.ts';
import { presentPushedCustomer } from '../present/customer.ts';
import { presentPushedClick } from '../present/event.ts';
import { presentLink } from '../present/link.ts';
import { presentPushedPartner } from '../present/partner.ts';
import { fromJson } from '../present/values.ts';
import type { Database } from '../store/database.ts';
import type { CustomerRow, EventRow, LinkRow } from '../store/rows.ts';
import { purchasesOf } from './customers.ts';

/** A lead or sale with what it came from. */
export interface Conversion {
	event: EventRow;
	/** The one that brought the customer. */
	click: EventRow;
	linkId: string;
	customer: CustomerRow;
}

/** Leads and sales carry whole seconds. */
export function wholeSecond(instant: number): number {
	return Math.floor(instant / 1000) * 1000;
}

export function metadataText(metadata: Record<string, unknown> | null | undefined): string | null {
	return metadata ? JSON.stringify(metadata) : null;
}

/** What webhooks are told of a lead or sale, as things are now. It holds no ID of the conversion. */
export function conversionData(db: Database, { event, click, linkId, customer }: Conversion) {
	const link = db.get<LinkRow>('SELECT * FROM links WHERE id = ?', linkId);
	if (!link) throw new Error(`there is no link ${linkId}`);
	const enrollment = enrollmentOfLink(db, link);
	return {
		eventName: event.event_name,
		customer: presentPushedCustomer(customer, purchasesOf(db, customer)),
		click: presentPushedClick(click),
		link: presentLink(link),
		...(event.kind === 'sale' && {
			sale: {
				amount: event.amount,
				currency: event.currency,
				paymentProcessor: event.payment_processor,
				invoiceId: event.invoice_id,
			},
		}),
		...(enrollment && { partner: presentPushedPartner(enrolledPartner(db, enrollment)) }),
		...(event.metadata !== null && { metadata: fromJson(event.metadata) }),
	};
}
