import { recordCommission } from '../commission/add.ts';
import type { CustomerRow } from '../customer/columns.ts';
import { presentPushedCustomer } from '../customer/present.ts';
import { purchasesOf } from '../customer/rules.ts';
import type { EventRow } from '../event/columns.ts';
import { storeLead, storeSale, type NewLead, type NewSale } from '../event/conversions.ts';
import { presentPushedClick } from '../event/present.ts';
import { clickOfCustomer } from '../event/rules.ts';
import type { Context } from '../http/context.ts';
import { LINKS, type LinkRow } from '../link/columns.ts';
import { presentLink } from '../link/present.ts';
import { enrolledPartner } from '../partner/list.ts';
import { presentPushedPartner } from '../partner/present.ts';
import { enrollmentOfLink } from '../program/enrollment.ts';
import type { Database } from '../store/database.ts';
import { fromJson } from '../store/values.ts';

/** A lead or sale and its origin. */
interface Conversion {
	event: EventRow;
	/** The click that brought the customer. */
	click: EventRow;
	linkId: string;
	customer: CustomerRow;
}

/** The payload of a webhook about a lead or sale, with the current totals. It has no ID of the conversion. */
function conversionData(db: Database, { event, click, linkId, customer }: Conversion) {
	const link = db.find(LINKS, linkId);
	if (!link) throw new Error(`unknown link ${linkId}`);
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

/** Stores a lead and publishes it to the webhooks, only once even for a quantity above 1. */
export function recordLead(
	context: Context,
	click: EventRow,
	customer: CustomerRow,
	lead: NewLead,
): void {
	const event = storeLead(context, click, customer, lead, context.clock.now());
	const linkId = click.link_id;
	context.webhooks.publish(click.workspace_id, 'lead.created', () =>
		conversionData(context.db, { event, click, linkId, customer }),
	);
}

/**
 * Stores a sale and the partner's commission, and publishes both to the webhooks.
 *
 * @param source the lead or click that the sale is attributed to
 */
export function recordSale(
	context: Context,
	source: EventRow,
	link: LinkRow,
	customer: CustomerRow,
	sale: NewSale,
): void {
	const { db, clock, webhooks } = context;
	const event = storeSale(context, source, link.id, customer, sale, clock.now());
	recordCommission(context, link, event);
	const click = clickOfCustomer(db, customer, link);
	webhooks.publish(link.workspace_id, 'sale.created', () =>
		conversionData(db, { event, click, linkId: link.id, customer }),
	);
}
