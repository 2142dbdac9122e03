import type { Context } from '../context.ts';
import { storeEvent } from '../domain/storeEvent.ts';
import { alphanumeric } from '../ids.ts';
import type { CustomerRow, EventRow, LinkRow } from '../store/rows.ts';
import { clickOfCustomer } from './clicks.ts';
import { recordCommission } from './commissions.ts';
import { conversionData, metadataText, wholeSecond } from './conversion.ts';
import { purchasesOf } from './customers.ts';

export interface NewSale {
	eventName: string;
	/** US cents, unless the currency is one without a rate. */
	amount: number;
	currency: string;
	paymentProcessor: string;
	invoiceId: string | null;
	metadata: Record<string, unknown> | null;
}

/**
 * Stores a sale with the commission that it earns a partner, and tells the webhooks of both.
 *
 * @param source the lead or click that it is attributed to
 */
export function recordSale(
	context: Context,
	source: EventRow,
	link: LinkRow,
	customer: CustomerRow,
	sale: NewSale,
): void {
	const { db, clock, webhooks } = context;
	const first = purchasesOf(db, customer).sales === 0;
	const event: EventRow = {
		...source,
		kind: 'sale',
		timestamp: wholeSecond(clock.now()),
		event_id: alphanumeric(16),
		event_name: sale.eventName,
		metadata: metadataText(sale.metadata),
		customer_id: customer.id,
		amount: sale.amount,
		currency: sale.currency,
		invoice_id: sale.invoiceId,
		payment_processor: sale.paymentProcessor,
		sale_type: first ? 'new' : 'recurring',
	};
	storeEvent(context, event);
	db.run(
		`UPDATE links SET sales = sales + 1, sale_amount = sale_amount + ?, conversions = conversions + ?
		 WHERE id = ?`,
		sale.amount,
		first ? 1 : 0,
		link.id,
	);
	recordCommission(context, link, event);
	const click = clickOfCustomer(db, customer, link);
	webhooks.publish(link.workspace_id, 'sale.created', () =>
		conversionData(db, { event, click, linkId: link.id, customer }),
	);
}
