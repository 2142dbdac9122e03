import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CommissionRow } from '../../../sandbox/commission/columns.ts';
import type { CustomerRow } from '../../../sandbox/customer/columns.ts';
import type { EnrollmentRow } from '../../../sandbox/program/columns.ts';
import { Api, outcome } from '../../support/sandbox/api.ts';
import { programId, row, workspaceId } from '../../support/sandbox/rows.ts';
import { useSandboxForEach } from '../../support/sandbox/useSandbox.ts';

interface Commission {
	id: string;
	type: string;
	status: string;
	amount: number;
	earnings: number;
	userId: string | null;
	createdAt: string;
	description: string | null;
	invoiceId: string | null;
	metadata: Record<string, unknown> | null;
	partner: { id: string; groupId: string | null };
	customer: { id: string; externalId: string } | null;
}

type Stored = CommissionRow & { payout_id: string | null; tenant_id: string; group_id: string };

const HIDDEN = ['duplicate', 'fraud', 'canceled'];

const sandbox = useSandboxForEach({ sampleData: { seed: 1, events: 100 } });
const api = new Api(sandbox, 'business');
let program: string;

beforeEach(async () => {
	program = programId(sandbox, 'business');
});

/** What can be listed, newest first. */
function stored(filter: (commission: Stored) => boolean): string[] {
	return sandbox.db
		.all<Stored>(
			`SELECT c.*, d.payout_id, e.tenant_id, e.group_id FROM commissions c
			 JOIN enrollments e USING (program_id, partner_id)
			 LEFT JOIN commission_details d ON d.commission_id = c.id
			 WHERE program_id = ? AND earnings <> 0 ORDER BY c.id DESC`,
			program,
		)
		.filter(filter)
		.map(({ id }) => id);
}

async function list(query = ''): Promise<Commission[]> {
	const response = await api.get<Commission[]>(`/commissions?${query}`);
	expect([query, outcome(response)]).toEqual([query, '200']);
	return response.body;
}

const ids = async (query = '') => (await list(query)).map(({ id }) => id);

const patch = (path: string, body: unknown) =>
	api.send<Commission>('PATCH', `/commissions/${path}`, JSON.stringify(body));

function commission(where: string): Stored {
	return row(
		sandbox,
		`SELECT c.*, payout_id FROM commissions c LEFT JOIN commission_details ON commission_id = id
		 WHERE program_id = ? AND ${where} ORDER BY id`,
		program,
	);
}

function payout(id: string | null) {
	const sql = 'SELECT * FROM payouts WHERE id = ?';
	return row<{ id: string; amount: number; status: string }>(sandbox, sql, id ?? '');
}

describe('listing commissions', () => {
	it('hides duplicate, fraudulent, and canceled commissions by default, and those without earnings', async () => {
		expect(await ids()).toEqual(stored(({ status }) => !HIDDEN.includes(status)));
		for (const status of [...HIDDEN, 'paid']) {
			expect(await ids(`status=${status}`)).toEqual(stored((c) => c.status === status));
		}
		expect(await ids('type=sale')).toEqual(stored(({ type }) => type === 'sale'));
		expect(await ids('type=-sale,click')).toEqual(
			stored(({ type }) => type !== 'sale' && type !== 'click'),
		);
		const { partner_id, customer_id, id } = commission("type = 'sale'");
		expect(await ids(`partnerId=${partner_id}`)).toEqual(
			stored((c) => c.partner_id === partner_id),
		);
		expect(await ids(`customerId=${customer_id}`)).toEqual(
			stored((c) => c.customer_id === customer_id),
		);
		sandbox.db.run('UPDATE commissions SET earnings = 0 WHERE id = ?', id);
		expect(await ids(`customerId=${customer_id}`)).not.toContain(id);
	});

	it('filters by payout, invoice, tenant, group, and tag', async () => {
		const { payout_id } = commission('payout_id IS NOT NULL');
		expect(await ids(`payoutId=${payout_id}`)).toEqual(stored((c) => c.payout_id === payout_id));
		const { invoice_id } = commission("invoice_id IS NOT NULL AND status = 'fraud'");
		expect(await ids(`invoiceId=${invoice_id}&status=paid&type=click`)).toEqual(
			stored((c) => c.invoice_id === invoice_id),
		);
		const visible = ({ status }: Stored) => !HIDDEN.includes(status);
		const { tenant_id, group_id } = row<EnrollmentRow>(
			sandbox,
			`SELECT e.* FROM enrollments e JOIN commissions USING (program_id, partner_id)
			 WHERE program_id = ? AND tenant_id IS NOT NULL`,
			program,
		);
		expect(await ids(`tenantId=${tenant_id}`)).toEqual(
			stored((c) => visible(c) && c.tenant_id === tenant_id),
		);
		expect(await ids(`groupId=-${group_id}`)).toEqual(
			stored((c) => visible(c) && c.group_id !== group_id),
		);
		const tag = row<{ id: string }>(
			sandbox,
			'SELECT id FROM partner_tags WHERE program_id = ?',
			program,
		);
		const tagged = sandbox.db
			.all<{ id: string }>(
				'SELECT partner_id AS id FROM enrollment_tags WHERE partner_tag_id = ?',
				tag.id,
			)
			.map(({ id }) => id);
		expect(await ids(`partnerTagId=${tag.id}`)).toEqual(
			stored((c) => visible(c) && tagged.includes(c.partner_id)),
		);
	});

	it('covers all time by default, or an interval or date range', async () => {
		const since = (days: number) => Date.now() - days * 86_400_000;
		const visible = ({ status }: Stored) => !HIDDEN.includes(status);
		expect(await ids('interval=30d')).toEqual(
			stored((c) => visible(c) && c.created_at >= since(30)),
		);
		const start = new Date(since(40)).toISOString().slice(0, 10);
		const end = new Date(since(20)).toISOString().slice(0, 10);
		expect(await ids(`start=${start}&end=${end}`)).toEqual(
			stored(
				(c) =>
					visible(c) &&
					c.created_at >= Date.parse(start) &&
					c.created_at < Date.parse(end) + 86_400_000,
			),
		);
	});

	it('paginates by cursor in both directions and sorts by amount', async () => {
		const all = await ids();
		expect(await ids(`startingAfter=${all[2]}&pageSize=3`)).toEqual(all.slice(3, 6));
		expect(await ids(`endingBefore=${all[6]}&pageSize=3`)).toEqual(all.slice(3, 6));
		expect(await ids(`sortOrder=asc&startingAfter=${all[6]}&pageSize=3`)).toEqual(
			all.slice(3, 6).reverse(),
		);
		const amounts = (await list('sortBy=amount')).map(({ amount }) => amount);
		expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));
	});
});

describe('creating commissions', () => {
	const create = (body: unknown) => api.post<unknown>('/commissions', body);

	async function created(body: Record<string, unknown>): Promise<Commission> {
		const before = new Set(await ids('status=pending'));
		const response = await create(body);
		expect([response.status, response.body]).toEqual([
			202,
			{ success: true, message: expect.any(String) },
		]);
		const [fresh] = (await list('status=pending')).filter(({ id }) => !before.has(id));
		return fresh;
	}

	const linked = () => commission('link_id IS NOT NULL');

	it('creates a custom commission or a clawback with a description', async () => {
		const { partner_id: partnerId } = linked();
		const date = '2026-01-05T10:00:00.000Z';
		const bonus = await created({ type: 'custom', partnerId, amount: 2500, date });
		expect(bonus).toMatchObject({
			type: 'custom',
			amount: 0,
			earnings: 2500,
			createdAt: date,
			customer: null,
			userId: expect.stringMatching(/^user_/),
			partner: { id: partnerId },
		});
		const clawback = { type: 'custom', partnerId, amount: -100 };
		expect(outcome(await create(clawback))).toBe('422 unprocessable_entity');
		const taken = await created({ ...clawback, description: 'Paid twice' });
		expect(taken).toMatchObject({ earnings: -100, description: 'Paid twice' });
	});

	it('accepts a custom amount as a string or fraction and rounds it to whole cents', async () => {
		const { partner_id: partnerId } = linked();
		for (const amount of [19.6, '19.6']) {
			expect(await created({ type: 'custom', partnerId, amount })).toMatchObject({ earnings: 20 });
		}
	});

	it('creates a sale with a past event and updates the link counters', async () => {
		const { partner_id: partnerId, link_id: linkId } = linked();
		const counters = () =>
			row<{ sales: number; sale_amount: number }>(
				sandbox,
				'SELECT sales, sale_amount FROM links WHERE id = ?',
				linkId ?? '',
			);
		const before = counters();
		const customer = { externalId: 'by-hand', country: 'DE', email: 'b@customers.example.net' };
		const sale = await created({
			type: 'sale',
			partnerId,
			linkId,
			customer,
			saleAmount: 12_000,
			saleEventDate: '2026-01-05T10:00:00Z',
			invoiceId: 'in_by_hand',
		});
		expect(sale).toMatchObject({
			type: 'sale',
			amount: 12_000,
			earnings: 1200,
			invoiceId: 'in_by_hand',
			createdAt: '2026-01-05T10:00:00.000Z',
			customer: { externalId: 'by-hand', country: 'DE', sales: 1, saleAmount: 12_000 },
		});
		expect(counters()).toEqual({
			sales: before.sales + 1,
			sale_amount: before.sale_amount + 12_000,
		});
		const events = await api.get<{ customer: { id: string } }[]>(
			`/events?event=sales&start=2026-01-05&end=2026-01-05&linkId=${linkId}`,
		);
		expect(events.body.map((event) => event.customer.id)).toEqual([sale.customer?.id]);
	});

	it('creates a lead for an existing customer', async () => {
		const { partner_id: partnerId } = linked();
		const { id: customerId } = row<CustomerRow>(
			sandbox,
			'SELECT * FROM customers WHERE workspace_id = ? AND external_id IS NOT NULL',
			workspaceId(sandbox, 'business'),
		);
		const lead = await created({ type: 'lead', partnerId, customerId, leadEventName: 'Demo' });
		expect(lead).toMatchObject({ type: 'lead', amount: 0, customer: { id: customerId } });
		expect(lead.earnings).toBeGreaterThan(0);
		const named = `SELECT 1 FROM events WHERE customer_id = ? AND kind = 'lead' AND event_name = 'Demo'`;
		expect(sandbox.db.all(named, customerId)).toHaveLength(1);
	});

	it('creates a sale in another currency from the newer fields, which take precedence', async () => {
		const { partner_id: partnerId, link_id: linkId } = linked();
		const date = '2026-01-05T10:00:00.000Z';
		const metadata = { plan: 'pro', seats: 5 };
		const sale = await created({
			...{ type: 'sale', partnerId, linkId, date },
			customer: { externalId: 'newer', country: 'DE' },
			sale: {
				...{ amount: 10_000, currency: 'EUR', eventName: 'Invoice paid' },
				...{ paymentProcessor: 'lemonsqueezy', invoiceId: 'in_newer', metadata },
			},
			...{ saleAmount: 1, saleEventDate: '2026-02-01T10:00:00Z', invoiceId: 'in_older' },
			productId: 'prod_1',
		});
		expect(sale).toMatchObject({
			...{ amount: 11_000, earnings: 1100, currency: 'usd', invoiceId: 'in_newer' },
			createdAt: date,
			metadata: { productId: 'prod_1', ...metadata },
		});
		const sql = `SELECT * FROM events WHERE invoice_id = 'in_newer'`;
		expect(row(sandbox, sql)).toMatchObject({
			...{ event_name: 'Invoice paid', payment_processor: 'lemonsqueezy', amount: 11_000 },
			timestamp: Date.parse(date),
		});
	});

	it('creates a lead with a name, date, and metadata from the newer fields, which take precedence', async () => {
		const { partner_id: partnerId } = linked();
		const date = '2026-01-05T10:00:00.000Z';
		const lead = await created({
			...{ type: 'lead', partnerId, date, customer: { externalId: 'lead', country: 'DE' } },
			lead: { eventName: 'Webinar', metadata: { room: 'A' } },
			...{ leadEventName: 'Older', leadEventDate: '2026-02-01' },
		});
		expect(lead).toMatchObject({ createdAt: date, metadata: { room: 'A' } });
		expect(row(sandbox, `SELECT * FROM events WHERE event_name = 'Webinar'`)).toMatchObject({
			kind: 'lead',
			metadata: '{"room":"A"}',
		});
	});

	it('includes the metadata of a tracked sale', async () => {
		const { external_id: customerExternalId } = row<CustomerRow>(
			sandbox,
			`SELECT c.* FROM customers c JOIN links l ON l.id = c.link_id
			 JOIN enrollments e USING (program_id, partner_id)
			 WHERE program_id = ? AND e.status = 'approved' AND l.disabled_at IS NULL
			 AND c.external_id IS NOT NULL`,
			program,
		);
		const metadata = { plan: 'pro' };
		const sale = { customerExternalId, amount: 5000, invoiceId: 'in_tracked', metadata };
		expect(outcome(await api.post('/track/sale', sale))).toBe('200');
		expect(await list('invoiceId=in_tracked')).toMatchObject([{ metadata }]);
	});

	it('filters by metadata, comparing only string values', async () => {
		const { partner_id: partnerId } = linked();
		for (const [externalId, metadata] of [
			['one', { plan: 'pro', seats: 5, region: 'b' }],
			['two', { plan: 'free', seats: '5', trial: true }],
		] as const) {
			const customer = { externalId, country: 'DE' };
			await created({ type: 'lead', partnerId, customer, lead: { metadata } });
		}
		const found = async (query: string) =>
			(await list(`type=lead&query=${encodeURIComponent(query)}`))
				.map(({ customer }) => customer?.externalId)
				.filter((id) => id === 'one' || id === 'two');
		expect(await found("metadata['plan']:'pro'")).toEqual(['one']);
		expect(await found("metadata['plan']='pro' AND metadata['region'] > 'a'")).toEqual(['one']);
		expect(await found("metadata['plan']!='pro'")).toEqual(['two']);
		expect(await found("metadata['seats']:'5'")).toEqual(['two']);
		expect(await found("metadata['trial']:'true'")).toEqual([]);
	});

	it.each([
		['sale', { amount: 5 }],
		['date', '2026-01-05'],
		['saleAmount', 5],
		['saleEventDate', '2026-01-05'],
		['invoiceId', 'in_1'],
		['productId', 'prod_1'],
	])('rejects %s together with importStripeInvoices', async (name, value) => {
		const { partner_id: partnerId } = linked();
		const customer = { externalId: 'stripe', country: 'DE' };
		const body = { type: 'sale', partnerId, customer, importStripeInvoices: true };
		const { status, body: error } = await create({ ...body, [name]: value });
		expect([status, error]).toEqual([
			422,
			{
				error: expect.objectContaining({
					message: `custom: ${name}: Not allowed with importStripeInvoices`,
				}),
			},
		]);
		expect(outcome(await create({ ...body, [name]: null }))).toBe('202');
	});

	it('rejects customers, partners, and metadata that do not fit', async () => {
		const { partner_id: partnerId } = linked();
		const customer = { externalId: 'x', country: 'DE' };
		const { id: unrelated } = row<{ id: string }>(
			sandbox,
			'SELECT id FROM customers WHERE workspace_id = ?',
			workspaceId(sandbox, 'advanced'),
		);
		const { partner_id: pending } = row<EnrollmentRow>(
			sandbox,
			`SELECT * FROM enrollments WHERE program_id = ? AND status = 'pending'`,
			program,
		);
		const long = { amount: 1, metadata: { long: 'x'.repeat(10_000) } };
		const cases: [Record<string, unknown>, string][] = [
			[{ type: 'lead', customerId: 'cus_x' }, '404 not_found'],
			[{ type: 'lead', customerId: unrelated }, '404 not_found'],
			[{ type: 'lead', customer, lead: 'Demo' }, '400 bad_request'],
			[{ type: 'sale', customer, saleAmount: -0.5 }, '422 unprocessable_entity'],
			[{ type: 'sale', customer, sale: long }, '422 unprocessable_entity'],
			[{ type: 'lead', customer, partnerId: pending }, '400 bad_request'],
		];
		for (const [body, expected] of cases) {
			expect([body, outcome(await create({ partnerId, ...body }))]).toEqual([body, expected]);
		}
		const stored = `SELECT 1 FROM customers WHERE external_id = 'x'`;
		expect(sandbox.db.all(stored)).toEqual([]);
	});
});

describe('updating commissions', () => {
	it('recalculates the earnings in US dollars when the sale amount changes', async () => {
		const { id, amount } = commission("type = 'sale' AND status = 'pending'");
		const twice = await patch(id, { saleAmount: 20_000 });
		expect(twice.body).toMatchObject({ id, amount: 20_000, earnings: 2000, status: 'pending' });
		const more = await patch(id, { modifySaleAmount: -5000 });
		expect(more.body).toMatchObject({ amount: 15_000, earnings: 1500 });
		const euros = await patch(id, { amount: 10_000, currency: 'eur' });
		expect(euros.body).toMatchObject({ amount: 11_000, earnings: 1100 });
		const given = await patch(id, { saleAmount: amount, earnings: 6.6 });
		expect(given.body).toMatchObject({ amount, earnings: 7 });
		const fraction = await patch(id, { saleAmount: 99.5, currency: 'xyz' });
		expect(fraction.body).toMatchObject({ amount: 100, earnings: 10 });
		const dollars = await patch(id, { earnings: 500, currency: 'eur' });
		expect(dollars.body).toMatchObject({ amount: 100, earnings: 500 });
		const nothing = await patch(id, { modifyAmount: -10 * amount });
		expect(nothing.body).toMatchObject({ amount: 100, earnings: 500, status: 'refunded' });
	});

	it('adjusts the payout and removes the commission from it when its status changes', async () => {
		const { id, payout_id, earnings } = commission(
			`payout_id IN (SELECT id FROM payouts WHERE status = 'pending')`,
		);
		const before = payout(payout_id);
		const { body } = await patch(id, { earnings: earnings + 50 });
		expect(body.earnings).toBe(earnings + 50);
		expect(payout(payout_id).amount).toBe(before.amount + 50);
		expect((await patch(id, { status: 'fraud' })).body.status).toBe('fraud');
		expect(payout(payout_id).amount).toBe(before.amount - earnings);
		expect(commission(`id = '${id}'`).payout_id).toBeNull();
	});

	it('rejects paid and in-transit commissions, and unchanged statuses', async () => {
		const paid = commission("status = 'paid'");
		const sent = commission(`payout_id IN (SELECT id FROM payouts WHERE status = 'sent')`);
		const pending = commission("status = 'pending' AND type = 'click'");
		const cases: [string, unknown, string][] = [
			[paid.id, { status: 'refunded' }, '400 bad_request'],
			[sent.id, { earnings: 1 }, '400 bad_request'],
			[pending.id, { status: 'pending' }, '400 bad_request'],
			[pending.id, { saleAmount: 5 }, '400 bad_request'],
			['cm_x', {}, '404 not_found'],
		];
		for (const [id, body, expected] of cases) {
			expect([body, outcome(await patch(id, body))]).toEqual([body, expected]);
		}
	});

	it('updates commissions in bulk, all or none', async () => {
		const first = commission("status = 'pending'").id;
		const second = commission("status = 'hold'").id;
		const paid = commission("status = 'paid'").id;
		const bulk = (commissionIds: string[]) => patch('bulk', { commissionIds, status: 'canceled' });
		expect(outcome(await bulk([first, paid]))).toBe('400 bad_request');
		expect(outcome(await bulk([first, 'cm_x']))).toBe('404 not_found');
		expect(commission(`id = '${first}'`).status).toBe('pending');
		expect((await bulk([second, first])).body).toEqual([
			{ id: second, status: 'canceled' },
			{ id: first, status: 'canceled' },
		]);
		expect(commission(`id = '${first}'`).status).toBe('canceled');
	});
});
