import { beforeAll, describe, expect, it } from '@jest/globals';
import type { LinkRow } from '../../../sandbox/link/columns.ts';
import { Api, outcome } from '../../support/sandbox/api.ts';
import {
	conversionLink,
	newClick,
	type ConversionLink,
} from '../../support/sandbox/conversions.ts';
import { getEvents } from '../../support/sandbox/events.ts';
import { row } from '../../support/sandbox/rows.ts';
import { visit } from '../../support/sandbox/visit.ts';
import { useSandbox } from '../../support/sandbox/useSandbox.ts';

type Fields = Record<string, unknown>;

const WEEK = 7 * 24 * 60 * 60 * 1000;

const sandbox = useSandbox();
const api = new Api(sandbox, 'business');
let link: ConversionLink;
let customers = 0;

beforeAll(async () => {
	link = await conversionLink(sandbox);
});

const track = (kind: 'lead' | 'sale', body: Fields, caller = api) =>
	caller.post<Fields>(`/track/${kind}`, body);

function newCustomer(): string {
	return `customer-${++customers}`;
}

/** A customer with one lead. */
async function knownCustomer(): Promise<string> {
	const customerExternalId = newCustomer();
	const clickId = await newClick(sandbox, link);
	const response = await track('lead', { clickId, customerExternalId, eventName: 'Sign up' });
	expect(response.status).toBe(200);
	return customerExternalId;
}

/** Events of the customer, from the database. */
function recorded(customerExternalId: string, kind: string): Fields[] {
	return sandbox.db.all<Fields>(
		`SELECT e.* FROM events e JOIN customers c ON c.id = e.customer_id
		 WHERE c.external_id = ? AND e.kind = ? ORDER BY e.seq`,
		customerExternalId,
		kind,
	);
}

function counters({ id }: ConversionLink = link): number[] {
	const { clicks, leads, conversions, sales, sale_amount } = row<LinkRow>(
		sandbox,
		'SELECT * FROM links WHERE id = ?',
		id,
	);
	return [clicks, leads, conversions, sales, sale_amount];
}

describe('tracking a lead', () => {
	it('records a lead with its click, a new customer, and a timestamp in whole seconds', async () => {
		const own = await conversionLink(sandbox);
		const clickId = await newClick(sandbox, own);
		const customerExternalId = newCustomer();
		const before = Math.floor(sandbox.clock.now() / 1000) * 1000;
		const response = await track('lead', {
			clickId,
			customerExternalId,
			eventName: 'Sign up',
			customerName: 'Sam Sample',
			customerEmail: 'sam@customers.example.net',
			metadata: { plan: 'pro' },
		});
		expect([response.status, response.body]).toEqual([
			200,
			{
				click: { id: clickId },
				link: {
					id: own.id,
					domain: own.domain,
					key: own.key,
					shortLink: `https://${own.domain}/${own.key}`,
					url: 'https://example.com/shop',
					partnerId: null,
					programId: null,
					tenantId: null,
					externalId: null,
				},
				customer: {
					name: 'Sam Sample',
					email: 'sam@customers.example.net',
					avatar: null,
					externalId: customerExternalId,
				},
			},
		]);
		const [lead] = recorded(customerExternalId, 'lead');
		expect(lead).toMatchObject({ click_id: clickId, event_name: 'Sign up', region: 'US-CA' });
		expect(lead.event_id).toMatch(/^[0-9A-Za-z]{16}$/);
		expect(Number(lead.timestamp) % 1000).toBe(0);
		expect(lead.timestamp).toBeGreaterThanOrEqual(before);
		expect(counters(own)).toEqual([1, 1, 0, 0, 0]);
	});

	it('records a lead of the same name only once within a week', async () => {
		const customerExternalId = await knownCustomer();
		const [{ click_id: clickId }] = recorded(customerExternalId, 'lead');
		const body = { clickId, customerExternalId, eventName: 'Sign up' };
		const again = await track('lead', body);
		expect([again.status, again.body.link]).toEqual([200, null]);
		expect(recorded(customerExternalId, 'lead')).toHaveLength(1);
		expect((await track('lead', { ...body, eventName: 'Trial' })).body.link).not.toBeNull();
		sandbox.clock.advance(WEEK + 1000);
		expect((await track('lead', body)).body.link).not.toBeNull();
		expect(recorded(customerExternalId, 'lead')).toHaveLength(3);
	});

	it('supports deferred mode, after which leads do not require a click ID', async () => {
		const customerExternalId = newCustomer();
		const clickId = await newClick(sandbox, link);
		const body = { clickId, customerExternalId, eventName: 'Sign up', mode: 'deferred' };
		expect((await track('lead', body)).status).toBe(200);
		expect(recorded(customerExternalId, 'lead')).toEqual([]);
		for (const none of ['', null]) {
			const eventName = `Qualified ${none}`;
			const later = await track('lead', { clickId: none, customerExternalId, eventName });
			expect(later.body.click).toEqual({ id: clickId });
		}
		expect(recorded(customerExternalId, 'lead').map(({ click_id }) => click_id)).toEqual([
			clickId,
			clickId,
		]);
	});

	it('records one event for each unit of quantity', async () => {
		const own = await conversionLink(sandbox);
		const clickId = await newClick(sandbox, own);
		const customerExternalId = newCustomer();
		await track('lead', { clickId, customerExternalId, eventName: 'Seats', eventQuantity: 3 });
		const ids = recorded(customerExternalId, 'lead').map(({ event_id }) => event_id);
		expect(new Set(ids).size).toBe(3);
		expect(counters(own)).toEqual([1, 3, 0, 0, 0]);
	});

	it('accepts the older names of the customer ID field', async () => {
		for (const name of ['externalId', 'customerId']) {
			const clickId = await newClick(sandbox, link);
			const id = newCustomer();
			const response = await track('lead', { clickId, [name]: id, eventName: 'Sign up' });
			expect(response.body.customer).toMatchObject({ externalId: id });
		}
	});

	it('does not overwrite an existing customer', async () => {
		const customerExternalId = await knownCustomer();
		const body = { clickId: '', customerExternalId, eventName: 'Trial', customerName: 'New' };
		expect((await track('lead', body)).body.customer).toMatchObject({ name: null });
	});

	it('returns 404 for unknown clicks, clicks of other workspaces, and unavailable links', async () => {
		const body = { customerExternalId: newCustomer(), eventName: 'Sign up' };
		const unrelated = new Api(sandbox, 'advanced');
		const clickId = await newClick(sandbox, link);
		expect(outcome(await track('lead', { ...body, clickId: 'nope' }))).toBe('404 not_found');
		expect(outcome(await track('lead', { ...body, clickId }, unrelated))).toBe('404 not_found');
		const own = await conversionLink(sandbox);
		const lost = await newClick(sandbox, own);
		sandbox.db.run('UPDATE links SET disabled_at = 1 WHERE id = ?', own.id);
		expect(outcome(await track('lead', { ...body, clickId: lost }))).toBe('404 not_found');
		await api.delete(`/links/${own.id}`);
		expect(outcome(await track('lead', { ...body, clickId: lost }))).toBe('404 not_found');
		expect(
			sandbox.db.get('SELECT 1 FROM customers WHERE external_id = ?', body.customerExternalId),
		).toBeUndefined();
	});
});

describe('tracking a sale', () => {
	it('records a sale of a known customer, first as new, then as recurring', async () => {
		const own = await conversionLink(sandbox);
		const clickId = await newClick(sandbox, own);
		const customerExternalId = newCustomer();
		await track('lead', { clickId, customerExternalId, eventName: 'Sign up' });
		const response = await track('sale', {
			customerExternalId,
			amount: 4900,
			invoiceId: `in_${customerExternalId}`,
			paymentProcessor: 'stripe',
			metadata: { items: 2 },
		});
		expect([response.status, response.body]).toEqual([
			200,
			{
				eventName: 'Purchase',
				customer: {
					id: expect.stringMatching(/^cus_/),
					name: null,
					email: null,
					avatar: null,
					externalId: customerExternalId,
				},
				sale: {
					amount: 4900,
					currency: 'usd',
					paymentProcessor: 'stripe',
					invoiceId: `in_${customerExternalId}`,
					metadata: { items: 2 },
				},
			},
		]);
		await track('sale', { customerExternalId, amount: 100, eventName: 'Renewal' });
		expect(recorded(customerExternalId, 'sale')).toEqual([
			expect.objectContaining({ sale_type: 'new', amount: 4900, payment_processor: 'stripe' }),
			expect.objectContaining({ sale_type: 'recurring', amount: 100, invoice_id: null }),
		]);
		expect(counters(own)).toEqual([1, 1, 1, 2, 5000]);
	});

	it('does not record a sale of an unknown customer or with an amount of zero', async () => {
		const nothing = { eventName: 'Purchase', customer: null, sale: null };
		const unknown = { customerExternalId: newCustomer(), amount: 100 };
		const response = await track('sale', unknown);
		expect([response.status, response.body]).toEqual([200, nothing]);
		const customerExternalId = await knownCustomer();
		expect((await track('sale', { customerExternalId, amount: 0 })).body).toEqual(nothing);
		expect(recorded(customerExternalId, 'sale')).toEqual([]);
	});

	it('records a lead first if the customer is unknown and a click ID is given', async () => {
		const customerExternalId = newCustomer();
		const clickId = await newClick(sandbox, link);
		const response = await track('sale', { customerExternalId, clickId, amount: 100 });
		expect(response.body.sale).toMatchObject({ amount: 100 });
		expect(recorded(customerExternalId, 'lead')).toHaveLength(1);
		const lost = { customerExternalId: newCustomer(), clickId: 'nope', amount: 100 };
		expect(outcome(await track('sale', lost))).toBe('404 not_found');
	});

	it('dedupes sales by invoice for a week and returns the same response', async () => {
		const customerExternalId = await knownCustomer();
		const body = { customerExternalId, amount: 100, invoiceId: `in_${customerExternalId}` };
		const first = await track('sale', body);
		const again = await track('sale', { ...body, amount: 200, eventName: 'Other' });
		expect(again.body).toEqual(first.body);
		expect(recorded(customerExternalId, 'sale')).toHaveLength(1);
		sandbox.clock.advance(WEEK + 1000);
		expect((await track('sale', body)).body).toEqual(first.body);
		expect(recorded(customerExternalId, 'sale')).toHaveLength(2);
	});

	it('converts the amount to US dollars', async () => {
		const customerExternalId = await knownCustomer();
		const sold = async (amount: number, currency: string) =>
			(await track('sale', { customerExternalId, amount, currency })).body.sale;
		expect(await sold(1000, 'EUR')).toMatchObject({ amount: 1100, currency: 'usd' });
		expect(await sold(1000, 'jpy')).toMatchObject({ amount: 670, currency: 'usd' });
		expect(await sold(1000, 'xyz')).toMatchObject({ amount: 1000, currency: 'xyz' });
		const unknown = 'x'.repeat(21);
		expect(await sold(1000, unknown)).toMatchObject({ amount: 1000, currency: unknown });
		expect(recorded(customerExternalId, 'sale').map(({ amount }) => amount)).toEqual([
			1100, 670, 1000, 1000,
		]);
	});

	it('attributes the sale to the specified lead', async () => {
		const [one, two] = [await conversionLink(sandbox), await conversionLink(sandbox)];
		const customerExternalId = newCustomer();
		for (const [own, eventName] of [
			[one, 'First'],
			[two, 'Second'],
		] as const) {
			const clickId = await newClick(sandbox, own);
			await track('lead', { clickId, customerExternalId, eventName });
		}
		await track('sale', { customerExternalId, amount: 1, leadEventName: 'First' });
		await track('sale', { customerExternalId, amount: 2 });
		expect(recorded(customerExternalId, 'sale').map(({ link_id }) => link_id)).toEqual([
			one.id,
			two.id,
		]);
		const lost = { customerExternalId, amount: 3, leadEventName: 'Third' };
		expect(outcome(await track('sale', lost))).toBe('404 not_found');
	});

	it('works for a customer without any remaining clicks or leads', async () => {
		const { external_id: customerExternalId } = row<{ external_id: string }>(
			sandbox,
			`SELECT c.* FROM customers c JOIN links l ON l.id = c.link_id
			 WHERE c.external_id LIKE 'user-%' AND l.disabled_at IS NULL AND c.workspace_id =
				(SELECT id FROM workspaces WHERE slug = 'business')`,
		);
		const response = await track('sale', { customerExternalId, amount: 100 });
		expect(response.body.sale).toMatchObject({ amount: 100 });
		const { status, body } = await getEvents(sandbox, { event: 'sales', limit: 1 });
		expect([status, body.length]).toEqual([200, 1]);
	});
});

describe('tracking an app open', () => {
	async function open(body: Fields, headers: Record<string, string> = {}) {
		const response = await fetch(`${sandbox.url}/track/open`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headers },
			body: JSON.stringify(body),
		});
		return { status: response.status, body: (await response.json()) as Fields };
	}

	it('records a click for a short link', async () => {
		const own = await conversionLink(sandbox);
		const response = await open({ deepLink: `https://${own.domain}/${own.key}` });
		expect(response).toEqual({
			status: 200,
			body: {
				clickId: expect.stringMatching(/^[0-9A-Za-z]{16}$/),
				link: { id: own.id, domain: own.domain, key: own.key, url: 'https://example.com/shop' },
			},
		});
		expect(counters(own)[0]).toBe(1);
		expect((await open({ deepLink: `https://${own.domain}/nope` })).status).toBe(404);
	});

	it('finds the previous click on the first open', async () => {
		const headers = { 'x-forwarded-for': '203.0.113.200' };
		const { clickId } = await visit(sandbox, link, headers);
		const response = await open({ dubDomain: link.domain }, headers);
		expect(response.body).toMatchObject({ clickId, link: { id: link.id } });
		const other = await open({ dubDomain: link.domain }, { 'x-forwarded-for': '203.0.113.201' });
		expect(other).toEqual({ status: 200, body: { clickId: null, link: null } });
		expect((await open({})).status).toBe(422);
	});
});
