import { describe, expect, it } from '@jest/globals';
import {
	SIZES,
	startFrom,
} from '../../../../nodes/LinkAttribution/trigger/eventList/cursor/cursor';
import { ModelService, pollKinds } from '../../../support/node/modelService';
import {
	MORNING,
	SECOND,
	MINUTE,
	HOUR,
	SETTINGS,
	REAL,
	events,
	started,
	poll,
} from './cursorModel';

describe.each(['days', 'instant'] as const)('The cost of polling, windows from %s', (window) => {
	it('is one request if there was never an event', async () => {
		const service = new ModelService([], { ...REAL, window });
		service.now = MORNING;
		const { ids } = await poll(await started(service), service);
		expect([ids, service.requests]).toEqual([[], 1]);
	});

	it('is one small request in a day of 20,000 events, with and without a new one', async () => {
		const service = new ModelService(events(20_000, MORNING, 2 * SECOND), { ...REAL, window });
		service.now = MORNING + 15 * HOUR;
		const initial = await started(service);
		const quiet = await poll(initial, service);
		expect([quiet.ids, service.requests]).toEqual([[], 1]);
		service.add({ id: 'new', time: service.now + SECOND, arrival: service.now + SECOND });
		service.now += MINUTE;
		const busy = await poll(quiet.state, service);
		expect([busy.ids, service.requests]).toEqual([['new'], 1]);
		expect(service.rows).toBeLessThanOrEqual(SIZES.smallPage + 301);
		expect(busy.state.start).toBeLessThan(busy.state.floor);
	});

	it.each([
		{ count: 400, days: [2, 2], instant: [2, 1] },
		{ count: 2500, days: [4, 4], instant: [4, 4] },
		// Where windows are days, the first one searches for the floor, and the second one begins there.
		{ count: 6000, days: [23, 12], instant: [12, 12] },
	])('of two bursts is low: %j', async ({ count, ...costs }) => {
		const service = new ModelService(events(20_000, MORNING, 2 * SECOND), {
			...REAL,
			window,
			ties: 'reversed',
		});
		service.now = MORNING + 15 * HOUR;
		let state = await started(service);
		const requests: number[] = [];
		for (const name of ['first', 'second']) {
			service.add(...events(count, service.now + SECOND, 50, name));
			service.now += 20 * MINUTE;
			const polled = await poll(state, service);
			expect(polled.ids).toHaveLength(count);
			({ state } = polled);
			requests.push(service.requests);
		}
		expect(requests).toEqual(costs[window]);
	});

	it('starts with one request if it covers the look-back', async () => {
		const service = new ModelService(events(20_000, MORNING, 2 * SECOND), { ...REAL, window });
		service.now = MORNING + 15 * HOUR;
		await pollKinds([service], [undefined], SETTINGS);
		expect(service.requests).toBe(1);
	});

	it('is one request if the newest events are of deleted links', async () => {
		const all = events(20_000, MORNING, 2 * SECOND);
		const service = new ModelService(all, { ...REAL, window });
		service.now = MORNING + 15 * HOUR;
		const initial = await started(service);
		for (const event of all.slice(-300)) event.deleted = service.now;
		const { state } = await poll(initial, service);
		expect((await poll(state, service)).ids).toEqual([]);
		expect(service.requests).toBe(1);
	});

	it('is low again after the known older event was deleted', async () => {
		const all = events(20_000, MORNING, 2 * SECOND);
		const service = new ModelService(all, { ...REAL, window });
		service.now = MORNING + 15 * HOUR;
		const { start, ...rest } = (await poll(await started(service), service)).state;
		const known = all.filter(({ time }) => time === start);
		for (const event of known) event.deleted = service.now;
		const healed = await poll({ start, ...rest }, service);
		expect(healed.ids).toEqual([]);
		expect(healed.state.start).toBeLessThan(start ?? 0);
		expect((await poll(healed.state, service)).ids).toEqual([]);
		expect(service.requests).toBe(1);
	});

	it('of a backlog of 40,000 events is little more than its pages, in bounded portions', async () => {
		const count = 40_000;
		const service = new ModelService(
			[...events(1, MORNING - HOUR, 1, 'known'), ...events(count, MORNING, 2 * SECOND)],
			{ ...REAL, window },
		);
		service.now = MORNING - HOUR;
		let state = await started(service);
		service.now = MORNING + 24 * HOUR;
		const emitted: string[] = [];
		let requests = 0;
		let polls = 0;
		for (let last = 1; last > 0; polls++) {
			const result = await poll(state, service, SETTINGS, { latency: 400 });
			state = result.state;
			last = result.ids.length;
			emitted.push(...result.ids);
			requests += service.requests;
			expect(last).toBeLessThanOrEqual(SIZES.items + SIZES.fullPage);
		}
		expect(emitted).toEqual(events(count, MORNING, 1).map(({ id }) => id));
		expect(polls).toBeLessThanOrEqual(6);
		// Each page once, and for each poll the newest pages, the search for the position, and a page that was read in part.
		const pages = count / SIZES.fullPage;
		expect(requests).toBeLessThanOrEqual(pages + polls * (6 + 2 * Math.ceil(Math.log2(pages))));
	});
});

describe('The stored state', () => {
	const KINDS = 3;

	/** Three kinds, polled every minute. */
	async function busy(perMinute: number, minutes: number, lookBack: number) {
		const services = Array.from({ length: KINDS }, () => new ModelService([], REAL));
		const settings = { ...SETTINGS, lookBack };
		const move = (time: number) => services.forEach((each) => (each.now += time));
		move(MORNING);
		let { states, next } = await pollKinds(
			services,
			services.map(() => undefined),
			settings,
		);
		const delays: number[] = [];
		let largest = 0;
		for (let minute = 0; minute < minutes; minute++) {
			for (const [kind, each] of services.entries()) {
				each.add(...events(perMinute, each.now, MINUTE / perMinute, `${kind}-${minute}`));
			}
			move(MINUTE);
			const result = await pollKinds(services, states, settings, {}, next);
			({ states, next } = result);
			delays.push(...result.entries.map(({ time }) => services[0].now - time));
			largest = Math.max(largest, JSON.stringify(states).length);
		}
		return { delays, largest };
	}

	it('contains 6,000 events in less than 64 KB, without delaying events', async () => {
		const { delays, largest } = await busy(190, 22, 10 * MINUTE);
		expect(delays).toHaveLength(190 * 22 * KINDS);
		expect(Math.max(...delays)).toBeLessThanOrEqual(MINUTE);
		expect(largest).toBeLessThan(56 * 1024);
	});

	it('stays small in a backlog if the service does not send its time', async () => {
		const service = new ModelService(events(20_000, MORNING, 2 * SECOND), {
			...REAL,
			sendsDate: false,
		});
		service.now = MORNING + 12 * HOUR;
		let state = startFrom(MORNING);
		for (let polls = 0; polls < 4; polls++) {
			({ state } = await poll(state, service, SETTINGS, { pagesInTime: 5 }));
			expect(['sweep', 'cut']).toContain(state.mode);
			expect(JSON.stringify(state).length).toBeLessThan(20 * 1024);
		}
	});

	it('stays small in a backlog within the look-back if the service does not send its time', async () => {
		const all = events(30_000, MORNING, 20);
		const service = new ModelService(all, { ...REAL, sendsDate: false });
		service.now = MORNING + 10 * MINUTE;
		let state = startFrom(MORNING);
		const found: string[] = [];
		for (let polls = 0; polls < 12; polls++) {
			const polled = await poll(state, service, SETTINGS, { pagesInTime: 5 });
			({ state } = polled);
			found.push(...polled.ids);
			expect(JSON.stringify(state).length).toBeLessThan(64 * 1024);
		}
		expect(found.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
	});

	it('stays small with more events: they wait', async () => {
		const { delays, largest } = await busy(400, 22, 10 * MINUTE);
		expect(Math.max(...delays)).toBeLessThanOrEqual(8 * MINUTE);
		expect(delays.length).toBeGreaterThan(400 * 14 * KINDS);
		expect(largest).toBeLessThan(64 * 1024);
	});
});
