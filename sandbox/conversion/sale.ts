import type { CustomerRow } from '../customer/columns.ts';
import { createCustomer, findCustomer } from '../customer/rules.ts';
import type { EventRow } from '../event/columns.ts';
import { requireConversionLink } from '../event/conversions.ts';
import { toUsDollars } from '../event/currency.ts';
import { clickOfCustomer, findClick, latestLead } from '../event/rules.ts';
import type { Workspace } from '../http/columns.ts';
import type { Context } from '../http/context.ts';
import { ApiError } from '../http/errors.ts';
import type { LinkRow } from '../link/columns.ts';
import type { Table } from '../store/table.ts';
import { fromJson } from '../store/values.ts';
import type { SaleFields } from './fields.ts';
import { REPEAT_WINDOW } from './lead.ts';
import { recordLead, recordSale } from './rules.ts';

/** First responses to sales, repeated for the same invoice. */
export const TRACKED_INVOICES = {
	name: 'tracked_invoices',
	columns: {
		workspace_id: 'TEXT NOT NULL',
		invoice_id: 'TEXT NOT NULL',
		response: 'TEXT NOT NULL',
		created_at: 'INTEGER NOT NULL',
	},
	constraints: ['PRIMARY KEY (workspace_id, invoice_id)'],
} as const satisfies Table;

/** Event name of the lead that is created with a sale straight from a click. */
const DEFAULT_LEAD_NAME = 'Sign up';

/**
 * Runs within the caller's transaction.
 *
 * @returns the response; customer and sale are null if nothing was recorded (amount 0, or an unknown customer). An
 * invoice repeated within a week gets its first response
 * @throws ApiError 404 click, lead or link
 */
export function trackSale(context: Context, workspace: Workspace, fields: SaleFields): unknown {
	const earlier = fields.invoiceId && firstResponseTo(context, workspace, fields.invoiceId);
	if (earlier) return fromJson(earlier);
	const nothing = { eventName: fields.eventName, customer: null, sale: null };
	if (fields.amount === 0) return nothing;
	const buyer = findBuyer(context, workspace, fields);
	if (!buyer) return nothing;

	const { customer, source, link } = buyer;
	const sale = {
		...toUsDollars(fields.amount, fields.currency),
		paymentProcessor: fields.paymentProcessor,
		invoiceId: fields.invoiceId || null,
		metadata: fields.metadata ?? null,
	};
	recordSale(context, source, link, customer, { eventName: fields.eventName, ...sale });
	const { id, name, email, avatar, external_id } = customer;
	const response = {
		eventName: fields.eventName,
		customer: { id, name, email, avatar, externalId: external_id },
		sale,
	};
	if (sale.invoiceId) storeResponse(context, workspace, sale.invoiceId, response);
	return response;
}

interface Buyer {
	customer: CustomerRow;
	/** The lead or click that the sale is attributed to. */
	source: EventRow;
	link: LinkRow;
}

function findBuyer(context: Context, workspace: Workspace, fields: SaleFields): Buyer | undefined {
	const { db } = context;
	const customer = findCustomer(db, workspace.id, fields.customerExternalId);
	if (!customer) return fields.clickId ? newBuyer(context, workspace, fields) : undefined;
	const lead = latestLead(db, customer.id, fields.leadEventName ?? undefined);
	if (!lead && fields.leadEventName) {
		throw new ApiError(
			'not_found',
			`This customer has no lead with the event name ${fields.leadEventName}.`,
		);
	}
	const link = requireConversionLink(db, lead?.link_id ?? customer.link_id);
	return { customer, source: lead ?? clickOfCustomer(db, customer, link), link };
}

/** A customer who buys without having been a lead becomes a lead first. */
function newBuyer(context: Context, workspace: Workspace, fields: SaleFields): Buyer {
	const click = findClick(context.db, workspace.id, fields.clickId ?? '');
	if (!click) throw new ApiError('not_found', `Click ${fields.clickId} not found.`);
	const link = requireConversionLink(context.db, click.link_id);
	const customer = createCustomer(context, click, fields);
	recordLead(context, click, customer, { eventName: fields.leadEventName ?? DEFAULT_LEAD_NAME });
	return { customer, source: click, link };
}

function firstResponseTo(
	{ db, clock }: Context,
	workspace: Workspace,
	invoiceId: string,
): string | null {
	const first = db.get<{ response: string }>(
		'SELECT response FROM tracked_invoices WHERE workspace_id = ? AND invoice_id = ? AND created_at > ?',
		workspace.id,
		invoiceId,
		clock.now() - REPEAT_WINDOW,
	);
	return first?.response ?? null;
}

function storeResponse(
	{ db, clock }: Context,
	workspace: Workspace,
	invoiceId: string,
	response: unknown,
): void {
	db.run(
		'INSERT OR REPLACE INTO tracked_invoices (workspace_id, invoice_id, response, created_at) VALUES (?, ?, ?, ?)',
		workspace.id,
		invoiceId,
		JSON.stringify(response),
		clock.now(),
	);
}
