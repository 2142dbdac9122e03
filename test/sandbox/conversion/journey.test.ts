import { beforeAll, expect, it } from '@jest/globals';
import { Api } from '../../support/sandbox/api.ts';
import {
	conversionLink,
	newClick,
	partnerLink,
	type ConversionLink,
} from '../../support/sandbox/conversions.ts';
import { getEvents, keyOfItem, type EventItem } from '../../support/sandbox/events.ts';
import { useReceiver } from '../../support/sandbox/receiver.ts';
import { row } from '../../support/sandbox/rows.ts';
import { register, settled } from '../../support/sandbox/webhooks.ts';
import { useSandbox } from '../../support/sandbox/useSandbox.ts';

const sandbox = useSandbox();
const receiver = useReceiver();
const api = new Api(sandbox, 'business');

beforeAll(async () => {
	const triggers = ['link.clicked', 'lead.created', 'sale.created', 'commission.created'];
	await register(sandbox, `${receiver.url}/`, triggers, { linkScope: 'workspace' });
});

let journeys = 0;

/** Somebody visits the link, becomes a lead of two seats and buys. */
async function journey(link: ConversionLink): Promise<{ clickId: string; customer: string }> {
	const customer = `traveller-${++journeys}`;
	const clickId = await newClick(sandbox, link);
	// Conversions come later than clicks, by more than the second that they are rounded to.
	sandbox.clock.advance(5000);
	const lead = {
		clickId,
		customerExternalId: customer,
		eventName: 'Sign up',
		eventQuantity: 2,
		customerName: 'Sam Sample',
		metadata: { plan: 'pro' },
	};
	expect((await api.post<{ link: unknown }>('/track/lead', lead)).body.link).not.toBeNull();
	sandbox.clock.advance(5000);
	const sale = { customerExternalId: customer, amount: 4900, invoiceId: `in_${customer}` };
	expect((await api.post<{ sale: unknown }>('/track/sale', sale)).body.sale).not.toBeNull();
	return { clickId, customer };
}

async function list(event: string, link: ConversionLink): Promise<EventItem[]> {
	const { status, body } = await getEvents(sandbox, { event, linkId: link.id, interval: '24h' });
	expect(status).toBe(200);
	return body;
}

async function pushed(event: string): Promise<Record<string, Record<string, unknown>>[]> {
	await settled(sandbox);
	return receiver.deliveries
		.filter(({ envelope }) => envelope.event === event)
		.map(({ envelope }) => envelope.data as Record<string, Record<string, unknown>>);
}

it('lists and pushes a click, leads, and a sale of the same click and customer', async () => {
	const link = await conversionLink(sandbox);
	const { clickId, customer } = await journey(link);
	const [click] = await list('clicks', link);
	const leads = await list('leads', link);
	const [sale] = await list('sales', link);
	expect([click, ...leads, sale].map((item) => item.click.id)).toEqual(Array(4).fill(clickId));
	expect(sale).toMatchObject({
		eventName: 'Purchase',
		sale: {
			amount: 4900,
			currency: 'usd',
			paymentProcessor: 'custom',
			invoiceId: `in_${customer}`,
		},
		customer: { externalId: customer, name: 'Sam Sample', country: 'US' },
		link: { clicks: 1, leads: 2, conversions: 1, sales: 1, saleAmount: 4900 },
	});
	expect(leads).toHaveLength(2);
	for (const lead of leads) expect(lead).toMatchObject({ metadata: { plan: 'pro' } });
	expect(Date.parse(sale.timestamp)).toBeGreaterThan(Date.parse(leads[0].timestamp));

	const pushedClick = { ...click.click, region: 'CA' };
	expect((await pushed('link.clicked')).map((data) => data.click)).toEqual([pushedClick]);
	const [lead, ...moreLeads] = await pushed('lead.created');
	expect(moreLeads).toEqual([]);
	expect(lead).toEqual({
		eventName: 'Sign up',
		click: pushedClick,
		link: expect.objectContaining({ id: link.id, leads: 2 }),
		customer: {
			id: sale.customer?.id,
			name: 'Sam Sample',
			email: null,
			avatar: null,
			externalId: customer,
			stripeCustomerId: null,
			sales: 0,
			saleAmount: 0,
			createdAt: expect.stringMatching(/Z$/),
			firstSaleAt: null,
			subscriptionCanceledAt: null,
		},
		metadata: { plan: 'pro' },
	});
	expect(await pushed('sale.created')).toEqual([
		{
			eventName: 'Purchase',
			click: pushedClick,
			link: sale.link,
			customer: { ...lead.customer, sales: 1, saleAmount: 4900, firstSaleAt: sale.click.timestamp },
			sale: {
				amount: 4900,
				currency: 'usd',
				paymentProcessor: 'custom',
				invoiceId: `in_${customer}`,
			},
		},
	]);
	expect(await pushed('commission.created')).toEqual([]);
});

it('pays a commission for a partner link and includes the partner in the pushed events', async () => {
	const link = partnerLink(sandbox);
	const { customer } = await journey(link);
	const [lead] = await pushed('lead.created');
	const [sale] = await pushed('sale.created');
	const [commission] = await pushed('commission.created');
	const { body } = await api.get<Record<string, unknown>[]>(
		`/partners?email=${encodeURIComponent(String(sale.partner.email))}`,
	);
	const [listed] = body;
	const names = ['Clicks', 'Leads', 'Conversions', 'Sales', 'SaleAmount', 'Commissions'];
	const totals = Object.fromEntries(names.map((name) => [`total${name}`, listed[`total${name}`]]));
	const { id, name, email, image, country, groupId } = listed;
	const partner = { id, name, email, image, payoutsEnabledAt: null, country, groupId, ...totals };
	expect(id).toBe(link.partner_id);
	expect(Object.keys(lead.partner).sort()).toEqual(Object.keys(partner).sort());
	expect(sale.partner).toEqual(partner);
	expect(commission).toEqual({
		id: expect.stringMatching(/^cm_/),
		type: 'sale',
		amount: 4900,
		earnings: 490,
		currency: 'usd',
		status: 'pending',
		invoiceId: `in_${customer}`,
		description: null,
		quantity: 1,
		userId: null,
		metadata: null,
		createdAt: expect.stringMatching(/Z$/),
		updatedAt: expect.stringMatching(/Z$/),
		partner,
		customer: sale.customer,
		link: {
			id: link.id,
			domain: link.domain,
			key: link.key,
			shortLink: `https://${link.domain}/${link.key}`,
		},
	});
	const stored = row(sandbox, 'SELECT * FROM commissions WHERE id = ?', String(commission.id));
	expect(stored).toMatchObject({ partner_id: id, earnings: 490 });
});

it('pushes nothing for duplicates, deferred leads, and sales with an amount of zero', async () => {
	const { customer, clickId } = await journey(await conversionLink(sandbox));
	await settled(sandbox);
	receiver.deliveries.length = 0;
	const lead = { clickId, customerExternalId: customer, eventName: 'Sign up' };
	await api.post('/track/lead', lead);
	await api.post('/track/lead', { ...lead, eventName: 'Later', mode: 'deferred' });
	await api.post('/track/sale', { customerExternalId: customer, amount: 0 });
	const replay = { customerExternalId: customer, amount: 4900, invoiceId: `in_${customer}` };
	await api.post('/track/sale', replay);
	await settled(sandbox);
	expect(receiver.deliveries).toEqual([]);
});

it('pushes delayed events immediately and lists them after the delay with their original timestamp', async () => {
	const link = await conversionLink(sandbox);
	sandbox.quirks.eventDelay = 60_000;
	const { clickId } = await journey(link);
	sandbox.quirks.eventDelay = 0;
	expect(await pushed('link.clicked')).toHaveLength(1);
	for (const kind of ['clicks', 'leads', 'sales']) expect(await list(kind, link)).toEqual([]);
	const soonerId = await newClick(sandbox, link);
	expect((await list('clicks', link)).map(({ click }) => click.id)).toEqual([soonerId]);
	sandbox.clock.advance(60_000);
	expect((await list('clicks', link)).map(({ click }) => click.id)).toEqual([soonerId, clickId]);
	expect(await list('leads', link)).toHaveLength(2);
	expect(await list('sales', link)).toHaveLength(1);
});

it('lists events twice with the same keys if copies are enabled', async () => {
	const link = await conversionLink(sandbox);
	sandbox.quirks.eventCopies = 2;
	await journey(link);
	sandbox.quirks.eventCopies = 1;
	for (const [kind, count] of [
		['clicks', 1],
		['leads', 2],
		['sales', 1],
	] as const) {
		const items = await list(kind, link);
		expect(items).toHaveLength(2 * count);
		expect(new Set(items.map(keyOfItem)).size).toBe(count);
	}
	const { link: counted } = (await list('sales', link))[0];
	expect(counted).toMatchObject({ clicks: 1, leads: 2, sales: 1 });
	expect(await pushed('sale.created')).toEqual([
		expect.objectContaining({ customer: expect.objectContaining({ sales: 1, saleAmount: 4900 }) }),
	]);
});
