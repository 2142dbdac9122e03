import { z } from 'zod/v4';
import type { DiscountRow } from '../discountCode/columns.ts';
import type { Workspace } from '../http/columns.ts';
import type { Core } from '../http/context.ts';
import { ApiError } from '../http/errors.ts';
import { readPage, type CursorQuery } from '../http/paging.ts';
import { LINKS } from '../link/columns.ts';
import { PARTNERS } from '../program/columns.ts';
import { Conditions } from '../store/conditions.ts';
import type { Database } from '../store/database.ts';
import { resourceId } from '../store/ids.ts';
import type { CustomerRow } from './columns.ts';
import type { CustomerOrigin, Purchases } from './present.ts';

const SALES_OF = `FROM events WHERE customer_id = c.id AND kind = 'sale'`;

/** The sort keys of the list and their SQL. */
export const CUSTOMER_SORTS = {
	createdAt: 'c.id',
	saleAmount: `(SELECT coalesce(sum(amount), 0) ${SALES_OF})`,
	firstSaleAt: `(SELECT min(timestamp) ${SALES_OF})`,
	subscriptionCanceledAt:
		'(SELECT subscription_canceled_at FROM customer_billing WHERE customer_id = c.id)',
} as const;

export type CustomerSort = keyof typeof CUSTOMER_SORTS;

interface CustomerFilter extends CursorQuery {
	email?: string;
	/** Without the prefix `ext_`. */
	externalId?: string;
	/** Part of the name, email, or external ID. */
	search?: string;
	country?: string;
	linkId?: string;
	programId?: string;
	partnerId?: string;
	sortBy: CustomerSort;
}

export function listCustomers(
	db: Database,
	workspace: Workspace,
	filter: CustomerFilter,
): CustomerRow[] {
	const own = 'SELECT 1 FROM customers WHERE id = ? AND workspace_id = ?';
	return readPage<CustomerRow>(db, filter, {
		select: 'SELECT c.* FROM customers c LEFT JOIN links l ON l.id = c.link_id',
		where: () => conditionsOf(workspace, filter),
		id: 'c.id',
		sort: CUSTOMER_SORTS[filter.sortBy],
		exists: (id) => db.get(own, id, workspace.id) !== undefined,
	});
}

function conditionsOf(workspace: Workspace, filter: CustomerFilter): Conditions {
	const where = new Conditions();
	where.equal('c.workspace_id', workspace.id);
	where.equal('c.email', filter.email);
	where.equal('c.external_id', filter.externalId);
	where.equal('c.country', filter.country);
	where.equal('c.link_id', filter.linkId);
	where.equal('l.program_id', filter.programId);
	where.equal('l.partner_id', filter.partnerId);
	if (filter.search) {
		const text = ['name', 'email', 'external_id'].map((column) => `coalesce(c.${column}, '')`);
		where.add(`instr(lower(${text.join(" || ' ' || ")}), lower(?)) > 0`, filter.search);
	}
	return where;
}

/**
 * @param idOrExternalId a customer ID, or `ext_` and an external ID
 * @throws ApiError 404, including for customers of other workspaces
 */
export function requireCustomer(
	db: Database,
	workspace: Workspace,
	idOrExternalId: string,
): CustomerRow {
	const external = idOrExternalId.startsWith('ext_');
	const customer = db.get<CustomerRow>(
		`SELECT * FROM customers WHERE workspace_id = ? AND ${external ? 'external_id' : 'id'} = ?`,
		workspace.id,
		external ? idOrExternalId.slice('ext_'.length) : idOrExternalId,
	);
	if (!customer) throw new ApiError('not_found', `Customer ${idOrExternalId} not found.`);
	return customer;
}

/** The fields of a new customer, which have no limits of length. */
export const customerFields = z.object({
	externalId: z.string(),
	country: z.string(),
	email: z.email().nullish(),
	name: z.string().nullish(),
	avatar: z.url().nullish(),
	stripeCustomerId: z.string().nullish(),
});

interface CustomerChanges {
	name?: string | null;
	email?: string | null;
	avatar?: string | null;
	externalId?: string;
	stripeCustomerId?: string | null;
}

/**
 * Changes the given fields within the caller's transaction; null clears.
 *
 * @throws ApiError 409 for another customer's external ID
 */
export function updateCustomer(
	db: Database,
	customer: CustomerRow,
	{ externalId = customer.external_id ?? undefined, stripeCustomerId, ...changes }: CustomerChanges,
): CustomerRow {
	const taken = 'SELECT 1 FROM customers WHERE workspace_id = ? AND external_id = ? AND id <> ?';
	if (externalId !== undefined && db.get(taken, customer.workspace_id, externalId, customer.id)) {
		throw new ApiError('conflict', `A customer with the external ID ${externalId} already exists.`);
	}
	const { name, email, avatar } = { ...customer, ...changes };
	db.run(
		'UPDATE customers SET name = ?, email = ?, avatar = ?, external_id = ? WHERE id = ?',
		name,
		email,
		avatar,
		externalId ?? null,
		customer.id,
	);
	if (stripeCustomerId !== undefined) setStripeCustomer(db, customer.id, stripeCustomerId);
	return { ...customer, name, email, avatar, external_id: externalId ?? null };
}

export function setStripeCustomer(
	db: Database,
	customerId: string,
	stripeCustomerId: string | null,
): void {
	db.run(
		`INSERT INTO customer_billing (customer_id, stripe_customer_id) VALUES (?, ?)
		 ON CONFLICT (customer_id) DO UPDATE SET stripe_customer_id = excluded.stripe_customer_id`,
		customerId,
		stripeCustomerId,
	);
}

export function originOf(db: Database, customer: CustomerRow): CustomerOrigin {
	const link = db.find(LINKS, customer.link_id);
	const { program_id = null, partner_id = null } = link ?? {};
	return {
		link,
		partner: db.find(PARTNERS, partner_id),
		discount: db.get<DiscountRow>(
			`SELECT d.* FROM discounts d JOIN enrollments e ON e.discount_id = d.id
			 WHERE e.program_id = ? AND e.partner_id = ?`,
			program_id,
			partner_id,
		),
	};
}

interface NewCustomer {
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
	{ db, clock }: Core,
	click: Pick<CustomerRow, 'workspace_id' | 'country' | 'link_id' | 'click_id'>,
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
