import { z } from 'zod/v4';
import type { CustomerRow } from '../customer/columns.ts';
import { purchasesOf } from '../customer/rules.ts';
import type { Core } from '../http/context.ts';
import { ApiError } from '../http/errors.ts';
import { LINKS, type LinkRow } from '../link/columns.ts';
import type { Database } from '../store/database.ts';
import { alphanumeric } from '../store/ids.ts';
import type { EventRow } from './columns.ts';
import { storeEvent } from './rules.ts';

const MAX_METADATA = 10_000;

/** The services that a sale can be paid with. */
export const PAYMENT_PROCESSORS = [
	'stripe',
	'shopify',
	'polar',
	'paddle',
	'apple',
	'revenuecat',
	'lemonsqueezy',
	'dub',
	'custom',
] as const;

/** Data that the caller adds to a lead or sale. */
export const metadataField = z
	.record(z.string(), z.unknown())
	.refine(
		(value) => JSON.stringify(value).length <= MAX_METADATA,
		`Metadata must be at most ${MAX_METADATA} characters long`,
	)
	.nullish();

/** @throws ApiError 404 for a deleted or disabled link */
export function requireConversionLink(db: Database, linkId: string | null): LinkRow {
	const link = db.find(LINKS, linkId);
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
