import type { Context } from '../context.ts';
import { ApiError } from '../http/errors.ts';
import type { Principal } from '../http/gate.ts';
import { alphanumeric } from '../ids.ts';
import type { CustomerRow, EnrollmentRow, EventRow, LinkRow } from '../store/rows.ts';
import { clickOfCustomer } from '../tracking/clicks.ts';
import { earningsOf } from '../tracking/commissions.ts';
import { requireConversionLink } from '../tracking/conversionLink.ts';
import { wholeSecond } from '../tracking/conversion.ts';
import { createCustomer, findCustomer, purchasesOf } from '../tracking/customers.ts';
import type { ConversionBody, NewCommission } from './commissionFields.ts';
import { requireCustomer, setStripeCustomer } from './customers.ts';
import { addCommission } from './newCommission.ts';
import { storeEvent } from './storeEvent.ts';

/** Cents that a lead earns a partner. */
const LEAD_EARNINGS = 500;

/**
 * Creates a commission by hand within the caller's transaction, with the lead or sale that it is for, at whatever
 * time. Webhooks are told of the commission only.
 *
 * @throws ApiError 404 customer or link, 400 partner without link
 */
export function createManualCommission(
	context: Context,
	principal: Principal,
	enrollment: EnrollmentRow,
	body: NewCommission,
): void {
	const { program_id, partner_id } = enrollment;
	const partner = { program_id, partner_id };
	if (body.type === 'custom') {
		const commission = {
			...partner,
			type: body.type,
			amount: 0,
			earnings: body.amount,
			description: body.description ?? null,
			created_at: body.date ?? context.clock.now(),
		};
		return void addCommission(context, commission, principal.userId);
	}
	const link = linkOf(context, enrollment, body.linkId);
	const happenedAt =
		(body.type === 'lead' ? body.leadEventDate : body.saleEventDate) ?? context.clock.now();
	const buyer = findOrCreateCustomer(context, principal, link, happenedAt, body);
	// There is no Stripe here that invoices could come from.
	if (body.type === 'sale' && body.importStripeInvoices) return;
	const click = clickOfCustomer(context.db, buyer, link);
	const event = { ...click, timestamp: wholeSecond(happenedAt), link_id: link.id };
	const amount = body.type === 'lead' ? 0 : (body.saleAmount ?? 0);
	const earnings = body.type === 'lead' ? LEAD_EARNINGS : earningsOf(amount);
	const invoiceId = (body.type === 'sale' && body.invoiceId) || null;
	if (body.type === 'lead') recordLead(context, event, buyer, body.leadEventName ?? 'Sign up');
	else recordSale(context, event, buyer, amount, invoiceId);
	if (earnings === 0) return;
	const commission = {
		...partner,
		type: body.type,
		amount,
		earnings,
		customer_id: buyer.id,
		link_id: link.id,
		invoice_id: invoiceId,
		created_at: happenedAt,
	};
	addCommission(context, commission, principal.userId);
}

function linkOf(
	{ db }: Context,
	{ program_id, partner_id }: EnrollmentRow,
	linkId: string | null | undefined,
): LinkRow {
	const link = db.get<LinkRow>(
		`SELECT * FROM links WHERE program_id = ?1 AND partner_id = ?2 AND (?3 IS NULL OR id = ?3) ORDER BY id`,
		program_id,
		partner_id,
		linkId ?? null,
	);
	if (link) return requireConversionLink(db, link.id);
	throw linkId
		? new ApiError('not_found', `Link ${linkId} is no link of this partner.`)
		: new ApiError('bad_request', 'This partner has no link.');
}

function findOrCreateCustomer(
	context: Context,
	{ workspace }: Principal,
	link: LinkRow,
	happenedAt: number,
	body: ConversionBody,
): CustomerRow {
	const { db } = context;
	if (body.customerId) return requireCustomer(db, workspace, body.customerId);
	if (!body.customer) throw new Error('a body without customer is not valid');
	const { externalId, country, name, email, avatar, stripeCustomerId } = body.customer;
	const known = findCustomer(db, workspace.id, externalId);
	if (known) return known;
	const nobody = {
		workspace_id: workspace.id,
		click_id: alphanumeric(16),
		country,
		created_at: happenedAt,
	};
	const click = clickOfCustomer(db, nobody, link);
	storeEvent(context, click);
	db.run('UPDATE links SET clicks = clicks + 1 WHERE id = ?', link.id);
	const created = createCustomer(context, click, {
		customerExternalId: externalId,
		customerName: name,
		customerEmail: email,
		customerAvatar: avatar,
	});
	if (stripeCustomerId) setStripeCustomer(db, created.id, stripeCustomerId);
	return created;
}

function recordLead(
	context: Context,
	event: EventRow,
	{ id }: CustomerRow,
	eventName: string,
): void {
	storeEvent(context, {
		...event,
		kind: 'lead',
		event_id: alphanumeric(16),
		event_name: eventName,
		customer_id: id,
	});
	context.db.run('UPDATE links SET leads = leads + 1 WHERE id = ?', event.link_id);
}

function recordSale(
	context: Context,
	event: EventRow,
	customer: CustomerRow,
	amount: number,
	invoiceId: string | null,
): void {
	const first = purchasesOf(context.db, customer).sales === 0;
	storeEvent(context, {
		...event,
		kind: 'sale',
		event_id: alphanumeric(16),
		event_name: 'Purchase',
		customer_id: customer.id,
		amount,
		currency: 'usd',
		invoice_id: invoiceId,
		payment_processor: 'custom',
		sale_type: first ? 'new' : 'recurring',
	});
	context.db.run(
		`UPDATE links SET sales = sales + 1, sale_amount = sale_amount + ?, conversions = conversions + ?
		 WHERE id = ?`,
		amount,
		first ? 1 : 0,
		event.link_id,
	);
}
