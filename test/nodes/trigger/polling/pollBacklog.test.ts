import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
	addEvents,
	idsOf,
	kindsOf,
	MINUTE,
	polled,
	slowService,
	SECOND,
	timesUntil,
} from '../../../support/node/polling';
import { ALL, CLICKS, PollBench } from './pollBench';

const KINDS = ['click', 'lead', 'sale'] as const;

const { service, visitors, link } = new PollBench();

beforeAll(async () => {
	await visitors.journey(link);
});
beforeEach(() => {
	service.sandbox.quirks.eventWindow = 'days';
});

function now(): number {
	return service.sandbox.clock.now();
}

describe.each(['days', 'instant'] as const)('A backlog, where windows are by %s', (eventWindow) => {
	it.each([false, true])('is emitted over several polls (durable: %s)', async (durable) => {
		service.sandbox.quirks.eventWindow = eventWindow;
		await visitors.click(link);
		const node = await service.start(CLICKS);
		await polled(node, { durable });
		service.sandbox.clock.advance(3 * 60 * MINUTE);
		const added = addEvents(service.service, 'click', link, timesUntil(now(), 3000, 3 * SECOND));
		slowService(service.service);
		const counts: number[] = [];
		const found: unknown[] = [];
		while (found.length < added.length && counts.length < 20) {
			const ids = idsOf(await polled(node, { durable, budget: 6 * SECOND }));
			counts.push(ids.length);
			found.push(...ids);
		}
		expect(found).toHaveLength(added.length);
		expect(found.filter((id, index) => id !== added[index])).toEqual([]);
		expect(counts.length).toBeGreaterThan(1);
		expect(await polled(node, { durable })).toBeUndefined();
	});
});

it('Without a budget of n8n, a poll emits thousands of events', async () => {
	await visitors.click(link);
	const node = await service.start(CLICKS);
	await polled(node);
	service.sandbox.clock.advance(120 * MINUTE);
	const added = addEvents(service.service, 'click', link, timesUntil(now(), 4000, SECOND));
	const found = idsOf(await polled(node));
	expect(found.filter((id, index) => id !== added[index])).toEqual([]);
	expect(found).toHaveLength(added.length);
});

it('With durable cursors, each event is emitted once despite failed polls and restarts', async () => {
	await visitors.journey(link);
	const node = await service.start(ALL);
	await polled(node, { durable: true });
	let requests = 0;
	service.proxy.respond = () => (++requests % 7 === 3 ? { status: 500, body: {} } : undefined);
	const played = new Set<string>();
	const found: unknown[] = [];
	for (let i = 0; i < 12; i++) {
		service.sandbox.clock.advance(MINUTE);
		for (const kind of KINDS) {
			const times = timesUntil(Math.floor(now() / SECOND) * SECOND, 1 + (i % 4), SECOND);
			for (const id of addEvents(service.service, kind, link, times)) played.add(id);
		}
		const items = await polled(node, { durable: true }).catch(() => undefined);
		found.push(...idsOf(items));
	}
	service.proxy.respond = () => undefined;
	found.push(...idsOf(await polled(node, { durable: true })));
	expect([...found].sort()).toEqual([...played].sort());
});

it('A poll ends within its budget, also with three kinds', async () => {
	await visitors.journey(link);
	const node = await service.start(ALL);
	await polled(node);
	service.sandbox.clock.advance(120 * MINUTE);
	const times = timesUntil(now(), 4000, SECOND);
	for (const kind of KINDS) addEvents(service.service, kind, link, times);
	const passed = slowService(service.service);
	const items = await polled(node, { budget: 36 * SECOND });
	expect(passed()).toBeLessThan(36 * SECOND);
	expect(items?.length).toBeLessThan(12_000);
	expect(new Set(kindsOf(items)).size).toBe(3);
});

it('A page that would exceed the budget is left to the next poll', async () => {
	await visitors.click(link);
	const node = await service.start(CLICKS);
	await polled(node);
	service.sandbox.clock.advance(120 * MINUTE);
	addEvents(service.service, 'click', link, timesUntil(now(), 4000, SECOND));
	const passed = slowService(service.service, 12 * SECOND);
	await polled(node, { budget: 36 * SECOND });
	expect(passed()).toBe(24 * SECOND);
});
