import { beforeAll, describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { CONTRACT_QUIRKS, type Quirks } from '../../../sandbox/http/quirks';
import { polled, Visitors } from '../../support/node/polling';
import { useTriggerService } from '../../support/node/triggerService';
import {
	conversionLink,
	partnerLink,
	type ConversionLink,
} from '../../support/sandbox/conversions';
import { visit } from '../../support/sandbox/visit';
import { settled } from '../../support/sandbox/webhooks';

const EVENTS = ['link.clicked', 'lead.created', 'sale.created'];

/** Fields that differ between the deliveries because the service sends different values. */
const DIFFERENCES = {
	click: ['click.refererUrl'],
	lead: [
		'click.refererUrl',
		'click.timestamp',
		'customer.country',
		'customer.saleAmount',
		'customer.sales',
		'id',
		'timestamp',
	],
	sale: [
		'click.refererUrl',
		'click.timestamp',
		'customer.country',
		'customer.firstSaleAt',
		'customer.saleAmount',
		'customer.sales',
		'id',
		'timestamp',
	],
};

type Kind = keyof typeof DIFFERENCES;

/** Of the link, with their values at the time of the request. */
const COUNTERS = [
	'clicks',
	'leads',
	'conversions',
	'sales',
	'saleAmount',
	'lastClicked',
	'updatedAt',
];

type Pair = { pushed: IDataObject; polled: IDataObject };

const service = useTriggerService();
const visitors = new Visitors(service.service);
let visits = 0;

beforeAll(async () => {
	service.service.withoutLimits();
});

/** Every value by its path; lists count as values. */
function flat(value: unknown, path = ''): Map<string, unknown> {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		return new Map([[path, value]]);
	}
	const entries = Object.entries(value).flatMap(([name, field]) => [
		...flat(field, path === '' ? name : `${path}.${name}`),
	]);
	return new Map(entries.length > 0 ? entries : [[path, '{}']]);
}

/** Paths of the values that differ, without what depends on when the link was looked at. */
function differences({ pushed, polled: item }: Pair): string[] {
	const [left, right] = [flat(pushed), flat(item)];
	return [...left.keys()]
		.filter((path) => !COUNTERS.some((name) => path === `link.${name}`))
		.filter((path) => JSON.stringify(left.get(path)) !== JSON.stringify(right.get(path)))
		.sort();
}

/** The items of one journey from both deliveries, by kind. */
async function bothDeliveries(
	link: ConversionLink,
	quirks: Partial<Quirks> = {},
	fields: IDataObject = {},
): Promise<Record<Kind, Pair>> {
	const { sandbox } = service;
	Object.assign(sandbox.quirks, CONTRACT_QUIRKS, quirks);
	sandbox.db.run('DELETE FROM webhooks');
	const webhook = await service.published({ events: EVENTS });
	const polling = await service.start({ delivery: 'polling', events: EVENTS });
	await polled(polling);
	const { clickId } = await visit(sandbox, link, {
		'x-forwarded-for': `203.0.113.${++visits}`,
		'x-geo-country': 'US',
		'x-geo-region': 'CA',
		referer: 'https://news.example.com/today?edition=2',
	});
	sandbox.clock.advance(5000);
	// Within a second, so that whole seconds differ from exact times.
	sandbox.clock.advance(1500 - (sandbox.clock.now() % 1000));
	const { metadata } = fields;
	const customer = await visitors.lead(clickId, fields);
	await visitors.sale(customer, { invoiceId: metadata ? `in_${customer}` : undefined, metadata });
	await settled(sandbox);
	const pairs = ((await polled(polling)) ?? []).map((item) => {
		const pushed = webhook.items.find(({ event }) => event === item.event);
		if (!pushed) throw new Error(`no ${String(item.event)} was pushed`);
		return [item.event as Kind, { pushed, polled: item }] as const;
	});
	expect(pairs.map(([kind]) => kind)).toEqual(['click', 'lead', 'sale']);
	return Object.fromEntries(pairs) as Record<Kind, Pair>;
}

describe.each<[string, Partial<Quirks>]>([
	['JavaScript dates', { eventTimestamp: 'javascript' }],
	['ISO dates', { eventTimestamp: 'iso', deprecatedEventFields: false }],
])('With %s', (_, quirks) => {
	it.each([
		['a plain link', false, {}],
		['a plain link, with metadata', false, { metadata: { plan: 'pro', seats: { adults: 2 } } }],
		['the link of a partner', true, {}],
	])('both deliveries emit the same items for %s', async (_, ofPartner, fields) => {
		const link = ofPartner ? partnerLink(service.sandbox) : await conversionLink(service.sandbox);
		const customer = { customerName: 'Sam Sample', customerEmail: 'sam@example.com' };
		const pairs = await bothDeliveries(link, quirks, { ...customer, ...fields });
		for (const [kind, pair] of Object.entries(pairs)) {
			expect([...flat(pair.polled).keys()].sort()).toEqual([...flat(pair.pushed).keys()].sort());
			const found = differences(pair).filter((path) => !path.startsWith('partner.'));
			expect(found).toEqual(DIFFERENCES[kind as Kind]);
		}
	});
});

it('A customer without a name and email gets a different placeholder name each time', async () => {
	const { lead, sale } = await bothDeliveries(await conversionLink(service.sandbox));
	const items = [lead.pushed, lead.polled, sale.pushed, sale.polled];
	const names = items.map(({ customer }) => (customer as IDataObject).name);
	// The service chooses among few names, so two can be the same.
	expect(new Set(names).size).toBeGreaterThan(1);
});

it('Clicks have the same ID and time in both deliveries, and conversions do not', async () => {
	const { click, lead, sale } = await bothDeliveries(await conversionLink(service.sandbox));
	expect([click.pushed.id, click.pushed.timestamp]).toEqual([
		click.polled.id,
		click.polled.timestamp,
	]);
	for (const { pushed, polled: item } of [lead, sale]) {
		expect(pushed.id).toMatch(/^evt_/);
		expect(item.id).toMatch(/^\w{16}$/);
		const apart = Date.parse(String(pushed.timestamp)) - Date.parse(String(item.timestamp));
		expect(Math.abs(apart)).toBeLessThan(2000);
	}
});

it('The only differences come from the service', async () => {
	const pairs = await bothDeliveries(partnerLink(service.sandbox));
	const click = (item: IDataObject) => item.click as IDataObject;
	const customer = (item: IDataObject) => item.customer as IDataObject;
	const partner = (item: IDataObject) => item.partner as IDataObject;
	const { pushed, polled: item } = pairs.sale;
	// Pushed: when the link was visited. Polled: when the customer paid.
	expect(click(pushed).timestamp).toBe(click(pairs.click.pushed).timestamp);
	expect(click(item).timestamp).toBe(item.timestamp);
	expect(click(pushed).refererUrl).toBe('https://news.example.com/today?edition=2');
	expect(click(item).refererUrl).toBe('https://news.example.com/today');
	expect(customer(pushed)).toMatchObject({ country: null, sales: 1, saleAmount: 4900 });
	expect(customer(item)).toMatchObject({ country: 'US', sales: null, saleAmount: null });
	expect(partner(item)).toMatchObject({ id: partner(pushed).id, name: null, totalSales: null });
	expect(partner(pushed)).toMatchObject({
		name: expect.any(String),
		totalSales: expect.any(Number),
	});
});
