import { recordCommission } from '../commission/add.ts';
import { presentPushedCustomer } from '../customer/present.ts';
import { purchasesOf } from '../customer/rules.ts';
import { presentPushedClick } from '../event/present.ts';
import { clickOfCustomer, storeEvent } from '../event/rules.ts';
import type { Context, Core } from '../http/context.ts';
import { ApiError } from '../http/errors.ts';
import { presentLink } from '../link/present.ts';
import { enrollmentOfLink } from '../partner/enrollment.ts';
import { enrolledPartner } from '../partner/list.ts';
import { presentPushedPartner } from '../partner/present.ts';
import type { Database } from '../store/database.ts';
import { alphanumeric } from '../store/ids.ts';
import type { CustomerRow, EventRow, LinkRow } from '../store/rows.ts';
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
	const link = db.find('links', linkId);
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

/** @throws ApiError 404 for a deleted or disabled link */
export function requireConversionLink(db: Database, linkId: string | null): LinkRow {
	const link = db.find('links', linkId);
	if (!link || link.disabled_at !== null) {
		throw new ApiError('not_found', `Link ${linkId} is deleted or disabled.`);
	}
	return link;
}

export interface NewLead {
	eventName: string;
	eventQuantity?: number | null;
	metadata?: Record<string, unknown> | null;
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
 * Stores a lead as often as its quantity says, without a webhook event.
 *
 * @param happenedAt epoch milliseconds
 */
export function storeLead(
	core: Core,
	click: EventRow,
	customer: CustomerRow,
	{ eventName, eventQuantity, metadata }: NewLead,
	happenedAt: number,
): EventRow {
	const quantity = eventQuantity ?? 1;
	const event: EventRow = {
		...click,
		kind: 'lead',
		timestamp: wholeSecond(happenedAt),
		event_name: eventName,
		metadata: metadataText(metadata),
		customer_id: customer.id,
	};
	for (let i = 0; i < quantity; i++) storeEvent(core, { ...event, event_id: alphanumeric(16) });
	core.db.run('UPDATE links SET leads = leads + ? WHERE id = ?', quantity, click.link_id);
	return event;
}

export interface NewSale {
	eventName: string;
	/** US cents, unless there is no exchange rate for the currency. */
	amount: number;
	currency: string;
	paymentProcessor: string;
	invoiceId: string | null;
	metadata?: Record<string, unknown> | null;
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

/**
 * Stores a sale without a commission or webhook event.
 *
 * @param source the lead or click that the sale is attributed to
 * @param happenedAt epoch milliseconds
 */
export function storeSale(
	core: Core,
	source: EventRow,
	linkId: string,
	customer: CustomerRow,
	{ eventName, amount, currency, paymentProcessor, invoiceId, metadata }: NewSale,
	happenedAt: number,
): EventRow {
	const first = purchasesOf(core.db, customer).sales === 0;
	const event: EventRow = {
		...source,
		kind: 'sale',
		timestamp: wholeSecond(happenedAt),
		event_id: alphanumeric(16),
		event_name: eventName,
		metadata: metadataText(metadata),
		customer_id: customer.id,
		amount,
		currency,
		invoice_id: invoiceId,
		payment_processor: paymentProcessor,
		sale_type: first ? 'new' : 'recurring',
	};
	storeEvent(core, event);
	core.db.run(
		`UPDATE links SET sales = sales + 1, sale_amount = sale_amount + ?, conversions = conversions + ?
		 WHERE id = ?`,
		amount,
		first ? 1 : 0,
		linkId,
	);
	return event;
}

/** Leads and sales have whole seconds. */
function wholeSecond(instant: number): number {
	return Math.floor(instant / 1000) * 1000;
}

function metadataText(metadata: Record<string, unknown> | null | undefined): string | null {
	return metadata ? JSON.stringify(metadata) : null;
}
