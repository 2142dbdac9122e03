import { describe, expect, it } from '@jest/globals';
import {
	readNew,
	seed,
	SIZES,
	startFrom,
	type CursorSettings,
	type CursorState,
} from '../../../../nodes/LinkAttribution/trigger/polling/cursor';
import {
	carryOut,
	ModelService,
	type Circumstances,
	type ModelEvent,
	type ModelSettings,
} from '../../../support/modelService';

const MORNING = Date.UTC(2026, 4, 5, 1);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Those of three kinds polled together. */
const SETTINGS: CursorSettings = {
	...SIZES,
	memory: SIZES.memory / 3,
	lookBack: 10 * MINUTE,
};
const SMALL: CursorSettings = { ...SETTINGS, portion: 30, smallPage: 5, fullPage: 20 };
const REAL: ModelSettings = { window: 'days', tellsTime: true, shuffles: true };

function events(count: number, from: number, spacing: number, name = 'event'): ModelEvent[] {
	return Array.from({ length: count }, (_, index) => {
		const time = from + Math.floor(index * spacing);
		return { id: `${name}-${index}`, time, arrival: time };
	});
}

function started(service: ModelService, settings = SETTINGS): CursorState {
	const state = carryOut(seed(settings), service);
	if (state === undefined) throw new Error('The first activation failed.');
	service.requests = 0;
	service.rows = 0;
	return state;
}

function poll(
	state: CursorState,
	service: ModelService,
	settings = SETTINGS,
	circumstances: Circumstances = {},
) {
	service.requests = 0;
	service.rows = 0;
	const result = carryOut(readNew(state, settings), service, circumstances);
	if (result === undefined) throw new Error('The poll failed.');
	return { ids: result.entries.map(({ id }) => id), state: result.state };
}

describe.each(['days', 'instant'] as const)('The cost of polling, windows from %s', (window) => {
	it('is one request where there never was an event', () => {
		const service = new ModelService([], { ...REAL, window });
		service.now = MORNING;
		const { ids } = poll(started(service), service);
		expect([ids, service.requests]).toEqual([[], 1]);
	});

	it('is one small request in a day of 20,000 events, with and without a new one', () => {
		const service = new ModelService(events(20_000, MORNING, 2 * SECOND), { ...REAL, window });
		service.now = MORNING + 15 * HOUR;
		const initial = started(service);
		const quiet = poll(initial, service);
		expect([quiet.ids, service.requests]).toEqual([[], 1]);
		service.add({ id: 'new', time: service.now + SECOND, arrival: service.now + SECOND });
		service.now += MINUTE;
		const busy = poll(quiet.state, service);
		expect([busy.ids, service.requests]).toEqual([['new'], 1]);
		expect(service.rows).toBeLessThanOrEqual(SIZES.smallPage + 301);
		expect(busy.state.start).toBeLessThan(busy.state.floor);
	});

	it('is small again when the known older event is gone', () => {
		const all = events(20_000, MORNING, 2 * SECOND);
		const service = new ModelService(all, { ...REAL, window });
		service.now = MORNING + 15 * HOUR;
		const { start, ...rest } = poll(started(service), service).state;
		const known = all.filter(({ time }) => time === start);
		for (const event of known) event.deleted = service.now;
		const healed = poll({ start, ...rest }, service);
		expect(healed.ids).toEqual([]);
		expect(healed.state.start).toBeLessThan(start ?? 0);
		expect(poll(healed.state, service).ids).toEqual([]);
		expect(service.requests).toBe(1);
	});

	it('of a backlog of 100,000 is little more than the pages that hold it, in bounded portions', () => {
		const count = 100_000;
		const service = new ModelService(
			[...events(1, MORNING - HOUR, 1, 'known'), ...events(count, MORNING, 0.75 * SECOND)],
			{ ...REAL, window },
		);
		service.now = MORNING - HOUR;
		let state = started(service);
		service.now = MORNING + 24 * HOUR;
		const emitted: string[] = [];
		let requests = 0;
		let polls = 0;
		for (let last = 1; last > 0; polls++) {
			const result = poll(state, service, SETTINGS, { latency: 400 });
			state = result.state;
			last = result.ids.length;
			emitted.push(...result.ids);
			requests += service.requests;
			expect(last).toBeLessThanOrEqual(SIZES.portion + SIZES.fullPage);
		}
		expect(emitted).toEqual(events(count, MORNING, 1).map(({ id }) => id));
		expect(polls).toBeLessThanOrEqual(12);
		// Each page once; and for each poll the newest pages, a search for the place, and a page begun before.
		const pages = count / SIZES.fullPage;
		expect(requests).toBeLessThanOrEqual(pages + polls * (6 + 2 * Math.ceil(Math.log2(pages))));
	}, 60_000);
});

describe('The state', () => {
	it('of three kinds takes less than 64 KB, however busy it is', () => {
		const service = new ModelService([], REAL);
		service.now = MORNING;
		const initial = started(service);
		service.add(...events(5_000, MORNING + MINUTE, 60, 'sixteen-cha'));
		service.now += 8 * MINUTE;
		const { state } = poll(initial, service);
		expect(Object.keys(state.seen)).toHaveLength(SETTINGS.memory);
		expect(3 * JSON.stringify(state).length).toBeLessThan(64 * 1024);
	});
});

describe('A backlog', () => {
	it('is read completely where instants lie across pages, at any page', () => {
		for (let round = 0; round < 10; round++) {
			// Groups of seven, so that nearly every page ends within one.
			const all = events(2_100 + round, MORNING, 1).map((event, index) => {
				const time = MORNING + Math.floor(index / 7) * 10 * SECOND;
				return { ...event, time, arrival: time };
			});
			const service = new ModelService(all, REAL);
			service.now = MORNING + 10 * HOUR;
			const settings = { ...SMALL, portion: 10_000 };
			const { ids } = poll(startFrom(MORNING), service, settings);
			expect(ids.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
		}
	});

	it('within one instant is emitted, in portions no smaller than the instant', () => {
		const all = events(300, MORNING, 0);
		const service = new ModelService(all, { ...REAL, shuffles: false });
		service.now = MORNING + HOUR;
		const settings = { ...SMALL, memory: 50 };
		const { ids, state } = poll(startFrom(MORNING - HOUR), service, settings);
		expect(ids).toHaveLength(300);
		expect(poll(state, service, settings).ids).toEqual([]);
	});

	it('is emitted as far as the time goes', () => {
		const service = new ModelService(events(300, MORNING, MINUTE), REAL);
		service.now = MORNING + 6 * HOUR;
		const first = poll(startFrom(MORNING), service, SMALL, { pagesInTime: 6 });
		expect(first.ids.length).toBeGreaterThan(0);
		expect(first.ids.length).toBeLessThanOrEqual(SMALL.fullPage);
		const second = poll(first.state, service, { ...SMALL, portion: 1000 });
		expect([...first.ids, ...second.ids]).toHaveLength(300);
	});

	it.each(['days', 'instant'] as const)(
		'ends when its newest events are deleted meanwhile, windows from %s',
		(window) => {
			const deleted = MORNING + 7 * HOUR + 4 * SECOND;
			const kept = events(30, MORNING, MINUTE, 'kept');
			const many = events(100, MORNING - HOUR, MINUTE, 'kept');
			const gone = events(100, MORNING + HOUR, MINUTE, 'gone').map((event) => ({
				...event,
				deleted,
			}));
			for (const all of [
				[...many, ...gone.slice(-10)],
				[...kept, ...gone],
				gone,
				[...events(1, MORNING - 2 * HOUR, 1), ...gone],
			]) {
				const service = new ModelService(all, { ...REAL, window });
				service.now = MORNING + 7 * HOUR;
				const { state } = poll(startFrom(MORNING - HOUR), service, SMALL, {
					latency: SECOND,
				});
				expect(service.requests).toBeLessThan(40);
				const later = poll(state, service, SMALL);
				expect(service.requests).toBeLessThan(40);
				service.add(...events(1, service.now, 1, 'new'));
				expect(poll(later.state, service, SMALL).ids).toContain('new-0');
			}
		},
	);
});

describe('What is repeated', () => {
	it('is not emitted again where the second is dated later', () => {
		const [event] = events(1, MORNING, 0);
		const service = new ModelService(
			[event, { ...event, time: event.time + 2 * SECOND, arrival: event.time + 2 * SECOND }],
			REAL,
		);
		service.now = MORNING - HOUR;
		const initial = started(service);
		service.now = MORNING + MINUTE;
		const first = poll(initial, service);
		expect(first.ids).toEqual([event.id]);
		// The floor comes to lie between the two.
		service.add(...events(1, MORNING + SETTINGS.lookBack + SECOND, 0, 'next'));
		service.now = MORNING + HOUR;
		const second = poll(first.state, service);
		expect(second.ids).toEqual(['next-0']);
		expect(poll(second.state, service).ids).toEqual([]);
	});
});
