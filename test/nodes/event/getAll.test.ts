import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { CONTRACT_QUIRKS } from '../../../sandbox/http/quirks';
import { atDepth } from '../../support/depth';
import { useService } from '../../support/node/nodeService';
import {
	keyOfItem,
	keyOfRow,
	storedEvents,
	type EventItem,
	type StoredEvent,
} from '../../support/sandbox/events';
import { workspaceId } from '../../support/sandbox/rows';

const OPERATION = { resource: 'event', operation: 'getAll' };
const ALL = { ...OPERATION, interval: 'all', returnAll: true, simple: false };
const KIND = { clicks: 'click', leads: 'lead', sales: 'sale' } as const;
const DAY = 86_400_000;

const service = useService({ sampleData: { seed: 5, events: 900 } });

beforeEach(async () => {
	await service.proxy.resetWhenQuiet();
	service.withoutLimits();
	Object.assign(service.sandbox.quirks, CONTRACT_QUIRKS);
});

/** Events whose link still exists, newest first. */
function stored(kind: keyof typeof KIND): StoredEvent[] {
	return storedEvents(service.sandbox)
		.filter((event) => event.kind === KIND[kind] && event.link)
		.sort((a, b) => b.timestamp - a.timestamp);
}

function keys(events: StoredEvent[]): string[] {
	return events.map(keyOfRow).sort();
}

async function listed(parameters: INodeParameters): Promise<string[]> {
	const items = await service.output<EventItem>({ ...ALL, ...parameters });
	return items.map(keyOfItem);
}

function queries() {
	return service.proxy.requests.map(({ query }) => query);
}

function iso(timestamp: number): string {
	return new Date(timestamp).toISOString();
}

let added = 0;

/** Records clicks of a link, one per millisecond up to `until`. */
function addClicks(count: number, linkId: string, until: number): string[] {
	const { db } = service.sandbox;
	const workspace = workspaceId(service.sandbox, 'business');
	return Array.from({ length: count }, (_, n) => {
		const id = `added-${added++}`;
		db.run(
			`INSERT INTO events (workspace_id, kind, timestamp, click_id, link_id, url, continent, country, region,
			 city, device, browser, os, referer, referer_url, ip)
			 VALUES (?, 'click', ?, ?, ?, 'https://www.example.com', 'EU', 'DE', 'DE-BE', 'Berlin', 'Desktop',
			 'Chrome', 'Windows', '(direct)', '(direct)', '')`,
			workspace,
			until - n,
			id,
			linkId,
		);
		return `click:${id}`;
	});
}

describe('Event · Get Many: results', () => {
	it('lists the clicks of the last 24 hours by default and sends the period explicitly', async () => {
		service.sandbox.quirks.defaultInterval = '30d';
		await service.run(OPERATION);
		expect(queries()[0]).toEqual({
			event: 'clicks',
			interval: '24h',
			timezone: 'Europe/Berlin',
			page: '1',
			limit: '50',
		});
	});

	it.each(['24h', '7d', '30d', '90d', '1y', 'mtd', 'qtd', 'ytd', 'all'])(
		'sends the period %s',
		async (interval) => {
			await service.run({ ...OPERATION, interval, limit: 1 });
			expect(queries()[0].interval).toBe(interval);
			expect(queries()[0]).not.toHaveProperty('start');
		},
	);

	it('sends all options', async () => {
		const options = { sortBy: 'timestamp', sortOrder: 'asc', timezone: 'America/New_York' };
		const found = await listed({ options });
		expect(queries()[0]).toEqual({
			event: 'clicks',
			interval: 'all',
			page: '1',
			limit: '1000',
			...options,
		});
		expect(found).toHaveLength(stored('clicks').length);
		expect(found[0]).toBe(keyOfRow(stored('clicks').at(-1) as StoredEvent));
	});

	it.each([
		['clicks', ['country', 'device', 'browser', 'referer', 'trigger']],
		['leads', ['eventName', 'customerId', 'customerEmail', 'country', 'device', 'customerName']],
		[
			'sales',
			[
				...['eventName', 'customerId', 'customerEmail', 'country', 'device'],
				...['saleAmount', 'currency'],
			],
		],
	] as const)('simplifies %s to flat fields', async (event, own) => {
		for (const eventTimestamp of ['javascript', 'iso'] as const) {
			service.sandbox.quirks.eventTimestamp = eventTimestamp;
			const [item] = await service.output({
				...ALL,
				event,
				simple: true,
				returnAll: false,
				limit: 1,
			});
			const [newest] = stored(event);
			expect(Object.keys(item)).toEqual([
				'event',
				'id',
				'timestamp',
				'linkId',
				'shortLink',
				...own,
			]);
			expect(item).toMatchObject({
				event: KIND[event],
				id: newest.event_id ?? newest.click_id,
				timestamp: iso(newest.timestamp),
				linkId: newest.link_id,
			});
		}
	});

	it('pairs the events with their input items', async () => {
		const output = await service.run(
			{ ...ALL, event: '={{ $json.event }}', returnAll: false, limit: '={{ $json.limit }}' },
			{
				items: [
					{ event: 'sales', limit: 2 },
					{ event: 'clicks', limit: 0 },
					{ event: 'leads', limit: 1 },
				],
				continueOnFail: true,
			},
		);
		expect(output.map(({ json, pairedItem }) => [json.event ?? json.error, pairedItem])).toEqual([
			['sale', { item: 0 }],
			['sale', { item: 0 }],
			["'Limit' must be a whole number of at least 1", { item: 1 }],
			['lead', { item: 2 }],
		]);
	});
});

describe('Event · Get Many: pages', () => {
	it('continues after short and empty pages, which events of deleted links leave behind', async () => {
		addClicks(1500, 'link_gone', service.sandbox.clock.now());
		expect((await listed({})).sort()).toEqual(keys(stored('clicks')));
		// Page 1 is empty, and page 2 is short. Two more pages show that an event was the last one. At most 16 requests are open.
		const total = storedEvents(service.sandbox).filter(({ kind }) => kind === 'click').length;
		await service.proxy.quiet();
		const needed = Math.ceil(total / 1000) + 2;
		expect(queries().length).toBeGreaterThanOrEqual(needed);
		expect(queries().length).toBeLessThan(needed + 16);
	});

	it('finds the newest events behind events of deleted links with a small limit', async () => {
		const newest = keys(stored('clicks').slice(0, 30));
		expect((await listed({ returnAll: false, limit: 30 })).sort()).toEqual(newest);
		expect(queries().map(({ page, limit }) => [page, limit])).toEqual([
			['1', '30'],
			['1', '1000'],
			['2', '1000'],
		]);
		service.sandbox.db.run("DELETE FROM events WHERE link_id = 'link_gone'");
	});

	it.each([1, 100, 101, 1000])('requests no more than a limit of %p requires', async (limit) => {
		const [newest] = stored('clicks');
		addClicks(limit, newest.link_id, newest.timestamp);
		expect(await listed({ returnAll: false, limit })).toHaveLength(limit);
		expect(queries().map((query) => query.limit)).toEqual([String(limit)]);
	});

	it('fetches several pages with Return All and for a limit larger than one page', async () => {
		const [newest] = stored('clicks');
		addClicks(1300, newest.link_id, newest.timestamp - 1);
		const all = keys(stored('clicks'));
		expect(all.length).toBeGreaterThan(2000);
		expect((await listed({})).sort()).toEqual(all);
		await service.proxy.quiet();
		service.proxy.requests.length = 0;
		expect(await listed({ returnAll: false, limit: 1500 })).toHaveLength(1500);
		expect(queries().map(({ page, limit }) => [page, limit])).toEqual([
			['1', '1000'],
			['2', '1000'],
		]);
	});

	it('returns each event once while new events shift the pages', async () => {
		const [newest] = stored('clicks');
		const before = keys(stored('clicks'));
		let arrived = false;
		service.proxy.onRequest = ({ query }) => {
			service.sandbox.clock.advance(2000);
			if (query.page !== '2' || arrived) return;
			arrived = true;
			addClicks(40, newest.link_id, newest.timestamp + 40);
		};
		const found = await listed({});
		expect(new Set(found).size).toBe(found.length);
		expect(found.sort()).toEqual(before);
	});
});

describe('Event · Get Many: custom period', () => {
	// The newest clicks are a millisecond apart.
	beforeAll(() => {
		service.sandbox.db.run("DELETE FROM events WHERE click_id LIKE 'added-%'");
		const [newest] = stored('clicks');
		addClicks(atDepth(400, 2400), newest.link_id, newest.timestamp);
	});

	/** Start and end between events, so that each side leaves some out. */
	function middle(kind: keyof typeof KIND): [number, number] {
		const times = stored(kind).map(({ timestamp }) => timestamp);
		const end = times[Math.floor(times.length / 4)];
		return [times.find((time) => time < end - 3 * DAY) ?? 0, end];
	}

	it.each([
		['clicks', 'days', 'javascript'],
		['leads', 'days', 'javascript'],
		['sales', 'days', 'iso'],
		['clicks', 'instant', 'iso'],
	] as const)(
		'filters %s to the millisecond, whatever precision the service uses (%s, %s)',
		async (event, eventWindow, eventTimestamp) => {
			Object.assign(service.sandbox.quirks, { eventWindow, eventTimestamp });
			const [start, end] = middle(event);
			const between = ({ timestamp }: StoredEvent) => timestamp >= start && timestamp <= end;
			const found = await listed({ event, interval: 'custom', start: iso(start), end: iso(end) });
			expect(found.sort()).toEqual(keys(stored(event).filter(between)));
			expect(found.length).toBeGreaterThan(1);
			expect(queries()[0]).toEqual({
				event,
				start: iso(start),
				end: iso(end),
				timezone: 'Europe/Berlin',
				page: '1',
				limit: '1000',
			});

			const later = await listed({
				event,
				interval: 'custom',
				start: iso(start + 1),
				end: iso(end - 1),
			});
			expect(later.length).toBeLessThan(found.length);
		},
	);

	it('filters to the millisecond in every time zone', async () => {
		const [start, end] = middle('clicks');
		const between = ({ timestamp }: StoredEvent) => timestamp >= start && timestamp <= end;
		for (const timezone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
			const found = await listed({
				interval: 'custom',
				start: iso(start),
				end: iso(end),
				options: { timezone },
			});
			expect(found.sort()).toEqual(keys(stored('clicks').filter(between)));
		}
	});

	it('ends now if End is empty', async () => {
		const [start] = middle('clicks');
		const found = await listed({ interval: 'custom', start: iso(start) });
		expect(found.sort()).toEqual(
			keys(stored('clicks').filter(({ timestamp }) => timestamp >= start)),
		);
		expect(queries()[0]).not.toHaveProperty('end');
		expect(queries()[0]).not.toHaveProperty('interval');
	});

	it('reads dates without an offset in the time zone of the workflow', async () => {
		await listed({ interval: 'custom', start: '2026-03-29', end: '2026-03-29' });
		expect(queries()[0]).toMatchObject({
			start: '2026-03-28T23:00:00.000Z',
			end: '2026-03-29T21:59:59.999Z',
		});
	});

	it('accepts dates from expressions', async () => {
		await service.run({
			...ALL,
			interval: 'custom',
			start: "={{ DateTime.fromISO('2026-01-31T10:00:00', { zone: 'utc' }) }}",
			end: '={{ new Date(Date.UTC(2026, 1, 1)) }}',
		});
		expect(queries()[0]).toMatchObject({
			start: '2026-01-31T10:00:00.000Z',
			end: '2026-02-01T00:00:00.000Z',
		});
	});

	it('names Start when the service rejects it', async () => {
		const error = await service.failure({ ...ALL, interval: 'custom', start: '2020-01-01' });
		expect(error.message).toMatch(/^'Start' was not accepted: .*2022-09-22/);
	});
});
