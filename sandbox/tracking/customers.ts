import type { Context } from '../context.ts';
import { resourceId } from '../ids.ts';
import type { Purchases } from '../present/customer.ts';
import type { Database } from '../store/database.ts';
import type { CustomerRow, EventRow } from '../store/rows.ts';

export interface NewCustomer {
	customerExternalId: string;
	customerName?: string | null;
	customerEmail?: string | null;
	customerAvatar?: string | null;
}

export function findCustomer(
	db: Database,
	workspaceId: string,
	externalId: string,
): CustomerRow | undefined {
	return db.get<CustomerRow>(
		'SELECT * FROM customers WHERE workspace_id = ? AND external_id = ?',
		workspaceId,
		externalId,
	);
}

/** @param click that brought the customer */
export function createCustomer(
	{ db, clock }: Pick<Context, 'db' | 'clock'>,
	click: EventRow,
	fields: NewCustomer,
): CustomerRow {
	const now = clock.now();
	const customer: CustomerRow = {
		id: resourceId('cus_', now),
		workspace_id: click.workspace_id,
		name: fields.customerName || null,
		email: fields.customerEmail || null,
		avatar: fields.customerAvatar || null,
		external_id: fields.customerExternalId,
		country: click.country,
		link_id: click.link_id,
		click_id: click.click_id,
		created_at: now,
	};
	db.insert('customers', { ...customer });
	return customer;
}

export function purchasesOf(db: Database, { id }: CustomerRow): Purchases {
	const purchases = db.get<Purchases>(
		`SELECT count(event_id) AS sales, coalesce(sum(amount), 0) AS saleAmount, min(timestamp) AS firstSaleAt,
		 (SELECT stripe_customer_id FROM customer_billing WHERE customer_id = ?1) AS stripeCustomerId,
		 (SELECT subscription_canceled_at FROM customer_billing WHERE customer_id = ?1) AS subscriptionCanceledAt
		 FROM (SELECT DISTINCT event_id, amount, timestamp FROM events WHERE customer_id = ?1 AND kind = 'sale')`,
		id,
	);
	if (!purchases) throw new Error('an aggregate always has a row');
	return purchases;
}
