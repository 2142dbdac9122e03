import type { CustomerRow } from '../customer/columns.ts';
import {
	createCustomer,
	findCustomer,
	requireCustomer,
	setStripeCustomer,
} from '../customer/rules.ts';
import {
	requireConversionLink,
	storeLead,
	storeSale,
	type NewLead,
	type NewSale,
} from '../event/conversions.ts';
import { toUsDollars } from '../event/currency.ts';
import { clickOfCustomer, storeEvent } from '../event/rules.ts';
import type { Principal } from '../http/access.ts';
import type { Context } from '../http/context.ts';
import { ApiError } from '../http/errors.ts';
import type { LinkRow } from '../link/columns.ts';
import type { EnrollmentRow } from '../program/columns.ts';
import { alphanumeric } from '../store/ids.ts';
import { addCommission, earningsOf } from './add.ts';
import type { ConversionBody, NewCommission } from './fields.ts';

type Lead = Extract<ConversionBody, { type: 'lead' }>;
type Sale = Extract<ConversionBody, { type: 'sale' }>;

/** What a lead earns a partner, in cents. */
const LEAD_EARNINGS = 500;

/**
 * Creates a commission by hand within the caller's transaction, together with its lead or sale. Webhooks get only the
 * commission.
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
			earnings: Math.round(body.amount),
			description: body.description ?? null,
			created_at: body.date ?? context.clock.now(),
		};
		return void addCommission(context, commission, principal.userId);
	}
	const link = linkOf(context, enrollment, body.linkId);
	const olderDate = body.type === 'lead' ? body.leadEventDate : body.saleEventDate;
	const happenedAt = body.date ?? olderDate ?? context.clock.now();
	const buyer = findOrCreateCustomer(context, principal, link, happenedAt, body);
	// The sandbox has no Stripe to import invoices from.
	if (body.type === 'sale' && body.importStripeInvoices) return;
	const click = { ...clickOfCustomer(context.db, buyer, link), link_id: link.id };
	const event =
		body.type === 'lead'
			? storeLead(context, click, buyer, leadOf(body), happenedAt)
			: storeSale(context, click, link.id, buyer, saleOf(body), happenedAt);
	const amount = event.amount ?? 0;
	const earnings = body.type === 'lead' ? LEAD_EARNINGS : earningsOf(amount);
	if (earnings === 0) return;
	const commission = {
		...partner,
		type: body.type,
		amount,
		earnings,
		currency: event.currency ?? 'usd',
		customer_id: buyer.id,
		link_id: link.id,
		invoice_id: event.invoice_id,
		metadata: event.metadata,
		created_at: happenedAt,
	};
	addCommission(context, commission, principal.userId);
}

function leadOf({ lead, leadEventName }: Lead): NewLead {
	return { eventName: lead?.eventName ?? leadEventName ?? 'Sign up', metadata: lead?.metadata };
}

function saleOf({ sale, saleAmount, invoiceId, productId }: Sale): NewSale {
	const amount = Math.round(sale?.amount ?? saleAmount ?? 0);
	return {
		eventName: sale?.eventName ?? 'Purchase',
		...toUsDollars(amount, sale?.currency ?? 'usd'),
		paymentProcessor: sale?.paymentProcessor ?? 'custom',
		invoiceId: sale?.invoiceId || invoiceId || null,
		metadata: productId ? { productId, ...sale?.metadata } : sale?.metadata,
	};
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
		linkId || null,
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
