import { describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { Quirks } from '../../../../sandbox/http/quirks';
import { addEvents, idsOf, kindsOf, MINUTE, polled } from '../../../support/node/polling';
import { passTime, stopTime } from '../../../support/node/virtualWaits';
import { Api } from '../../../support/sandbox/api';
import { conversionLink } from '../../../support/sandbox/conversions';
import { ALL, CLICKS, PollBench } from './pollBench';

const { service, visitors, link } = new PollBench();

function queries(): Array<Record<string, string>> {
	return service.proxy.requests.map(({ query }) => query);
}

describe('Polling', () => {
	it('starts with the events after the first poll', async () => {
		await visitors.journey(link);
		const node = await service.start(ALL);
		expect(await polled(node)).toBeUndefined();
		expect(await polled(node)).toBeUndefined();
		const clickId = await visitors.click(link);
		expect(idsOf(await polled(node))).toEqual([clickId]);
		expect(await polled(node)).toBeUndefined();
	});

	it('starts in a workspace without events', async () => {
		const node = await service.start(ALL);
		expect(await polled(node)).toBeUndefined();
		await visitors.journey(link);
		expect(kindsOf(await polled(node))).toEqual(['click', 'lead', 'sale']);
	});

	it.each<Partial<Quirks>>([
		{ eventWindow: 'days', eventTimestamp: 'javascript' },
		{ eventWindow: 'days', eventTimestamp: 'iso' },
		{ eventWindow: 'instant', eventTimestamp: 'javascript' },
		{ eventWindow: 'instant', eventTimestamp: 'iso', deprecatedEventFields: false },
		{ eventCopies: 2 },
	])('emits journeys once and in order with %j', async (quirks) => {
		Object.assign(service.sandbox.quirks, quirks);
		const node = await service.start(ALL);
		await polled(node);
		await visitors.journey(link);
		await visitors.journey(link);
		const items = await polled(node);
		expect(kindsOf(items)).toEqual(['click', 'lead', 'sale', 'click', 'lead', 'sale']);
		expect(new Set(idsOf(items)).size).toBe(6);
		const times = (items ?? []).map(({ timestamp }) => String(timestamp));
		expect(times).toEqual([...times].sort());
		expect(times.every((time) => new Date(time).toISOString() === time)).toBe(true);
		expect(await polled(node)).toBeUndefined();
	});

	it('emits a lead before its sale of the same second', async () => {
		const events = ['sale.created', 'lead.created', 'link.clicked'];
		const node = await service.start({ ...ALL, events });
		await polled(node);
		passTime(MINUTE);
		const second = Math.floor(service.sandbox.clock.now() / 1000) * 1000;
		for (const kind of ['sale', 'lead', 'click'] as const)
			addEvents(service.service, kind, link, [second]);
		expect(kindsOf(await polled(node))).toEqual(['click', 'lead', 'sale']);
	});

	it('sends one request per kind if there are no new events', async () => {
		const node = await service.start(ALL);
		await visitors.journey(link);
		await polled(node);
		for (let i = 0; i < 3; i++) {
			service.proxy.requests.length = 0;
			expect(await polled(node)).toBeUndefined();
			expect(queries().map(({ event }) => event)).toEqual(['clicks', 'leads', 'sales']);
		}
	});

	it('does not exceed the rate limit', async () => {
		await visitors.click(link);
		service.sandbox.clock.advance(2000);
		service.sandbox.limits = {};
		const node = await service.start({ ...ALL, options: { startDate: '2020-01-01' } });
		// A request that is late, on a busy machine or after those of another test, is too close to the next one.
		stopTime(true);
		passTime(MINUTE);
		// The first request is also the first of a second, in which the service still counts all of the one before.
		passTime(1000 - (service.sandbox.clock.now() % 1000));
		expect(await polled(node)).toHaveLength(1);
		expect(queries().length).toBeGreaterThan(4);
		expect(new Set(service.proxy.requests.map(({ status }) => status))).toEqual(new Set([200]));
	});

	it('skips the events of deleted links', async () => {
		const node = await service.start(CLICKS);
		await polled(node);
		const doomed = await conversionLink(service.sandbox);
		const ids = [await visitors.click(link)];
		await visitors.click(doomed);
		ids.push(await visitors.click(link));
		await new Api(service.sandbox, 'business').delete(`/links/${doomed.id}`);
		expect(idsOf(await polled(node))).toEqual(ids);
		expect(idsOf(await polled(node))).toEqual([]);
		const next = await visitors.click(link);
		expect(idsOf(await polled(node))).toEqual([next]);
	});

	it('sends no request in webhook delivery without Catch Up', async () => {
		const node = await service.start({ events: ['link.clicked'], catchUp: false });
		expect(await polled(node)).toBeUndefined();
		expect([service.sent(), node.staticData]).toEqual([[], {}]);
	});

	it('starts over after webhook delivery without Catch Up', async () => {
		const node = await service.start(CLICKS);
		await polled(node);
		node.parameters = { events: ['link.clicked'], catchUp: false };
		expect(await polled(node)).toBeUndefined();
		await visitors.click(link);
		node.parameters = CLICKS;
		expect(await polled(node)).toBeUndefined();
		const id = await visitors.click(link);
		expect(idsOf(await polled(node))).toEqual([id]);
	});

	it('starts over with another base URL, and continues with another key', async () => {
		const node = await service.start(CLICKS);
		await polled(node);
		const id = await visitors.click(link);
		node.credential = service.service.credential('business', 'readonly');
		expect(idsOf(await polled(node))).toEqual([id]);
		await visitors.click(link);
		node.credential = { ...node.credential, baseUrl: service.sandbox.url };
		expect(await polled(node)).toBeUndefined();
		const next = await visitors.click(link);
		expect(idsOf(await polled(node))).toEqual([next]);
	});

	it('adds the raw event on request', async () => {
		const node = await service.start({ ...CLICKS, options: { raw: true } });
		await polled(node);
		const id = await visitors.click(link);
		expect(await polled(node)).toMatchObject([{ id, raw: { event: 'click', click_id: id } }]);
	});
});

describe('The filters of polling', () => {
	it('are those of Event · Get Many that apply to a kind', async () => {
		const node = await service.start({
			...ALL,
			filters: {
				country: 'us, de',
				linkId: { __rl: true, mode: 'id', value: link.id },
				trigger: ['link', 'qr'],
				saleType: 'new',
				query: "metadata['plan']:'pro'",
			},
			exclude: { browser: 'Safari' },
		});
		await polled(node);
		const common = { country: 'US,DE', linkId: link.id, trigger: 'link,qr', browser: '-Safari' };
		const query = "metadata['plan']:'pro'";
		const PLACE = ['start', 'interval', 'page', 'limit', 'sortOrder'];
		const filters = queries().map((sent) =>
			Object.fromEntries(Object.entries(sent).filter(([name]) => !PLACE.includes(name))),
		);
		const expected: Array<Record<string, string>> = [
			{ event: 'clicks', ...common },
			{ event: 'leads', ...common, query },
			{ event: 'sales', ...common, query, saleType: 'new' },
		];
		for (const kind of expected) {
			const sent = filters.filter(({ event }) => event === kind.event);
			expect(sent).toEqual(sent.map(() => kind));
			expect(sent.length).toBeGreaterThan(0);
		}
	});

	it('select the matching events', async () => {
		const other = await conversionLink(service.sandbox);
		const value = `https://${link.domain}/${link.key}`;
		const node = await service.start({
			...CLICKS,
			filters: { linkId: { __rl: true, mode: 'url', value } },
		});
		await polled(node);
		await visitors.click(other);
		const id = await visitors.click(link);
		expect(idsOf(await polled(node))).toEqual([id]);
	});

	it('start over when they change', async () => {
		const node = await service.start(CLICKS);
		await polled(node);
		await visitors.click(link);
		node.parameters = { ...CLICKS, filters: { country: 'US' } };
		expect(await polled(node)).toBeUndefined();
		const id = await visitors.click(link);
		expect(idsOf(await polled(node))).toEqual([id]);
	});

	it('do not affect a kind whose query they do not change', async () => {
		const parameters = { ...ALL, events: ['link.clicked', 'sale.created'] };
		const node = await service.start(parameters);
		await polled(node);
		await visitors.journey(link);
		node.parameters = { ...parameters, filters: { saleType: 'new' } };
		expect(kindsOf(await polled(node))).toEqual(['click']);
	});
});

it('A link in a URL filter is looked up once', async () => {
	const value = `https://${link.domain}/${link.key}`;
	const filters = { linkId: { __rl: true, mode: 'url', value } };
	const node = await service.start({ ...ALL, filters });
	await visitors.journey(link);
	await polled(node);
	service.sandbox.clock.advance(20 * MINUTE);
	await polled(node);
	service.proxy.requests.length = 0;
	await polled(node);
	expect(service.sent()).toEqual(['GET /events', 'GET /events', 'GET /events']);
});

describe('Events that become visible late', () => {
	it.each([
		{ lookBack: undefined, found: true },
		{ lookBack: 0.5, found: false },
	])('are emitted within the look-back %j', async ({ lookBack, found }) => {
		const options: IDataObject = lookBack === undefined ? {} : { lookBack };
		const node = await service.start({ ...CLICKS, options: options as never });
		await visitors.click(link);
		await polled(node);
		service.sandbox.quirks.eventDelay = 5 * MINUTE;
		const late = await visitors.click(link);
		service.sandbox.clock.advance(MINUTE);
		service.sandbox.quirks.eventDelay = 0;
		const prompt = await visitors.click(link);
		expect(idsOf(await polled(node))).toEqual([prompt]);
		service.sandbox.clock.advance(5 * MINUTE);
		expect(idsOf(await polled(node))).toEqual(found ? [late] : []);
		expect(await polled(node)).toBeUndefined();
	});
});
