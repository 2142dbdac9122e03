import { describe, expect, it } from '@jest/globals';
import {
	startFrom,
	type CursorState,
} from '../../../../nodes/LinkAttribution/trigger/eventList/cursor/cursor';
import { ModelService, pollKinds, type ModelCapacity } from '../../../support/node/modelService';
import {
	MORNING,
	SECOND,
	MINUTE,
	HOUR,
	SETTINGS,
	SMALL,
	REAL,
	events,
	started,
	poll,
} from './cursorModel';

describe('A poll that runs out of time', () => {
	/** As measured with version 1.0.0, which emitted few of them or none. */
	it.each([
		{ budget: 36, kinds: 3, seconds: 2, earlier: 0, waiting: 2_500 },
		{ budget: 36, kinds: 3, seconds: 1.5, earlier: 0, waiting: 4_000 },
		{ budget: 36, kinds: 3, seconds: 0.6, earlier: 100_000, waiting: 4_000 },
		{ budget: 36, kinds: 1, seconds: 2, earlier: 100_000, waiting: 4_000 },
		{ budget: 36, kinds: 3, seconds: 9, earlier: 0, waiting: 80 },
		{ budget: 36, kinds: 3, seconds: 0.3, earlier: 90_000, waiting: 5_000, deleted: true },
		{ budget: 60, kinds: 3, seconds: 4, earlier: 100_000, waiting: 4_000 },
	])('is continued by the next one: %j', async (row) => {
		const { budget, kinds, seconds, earlier, waiting, deleted } = row;
		const begin = MORNING + 20 * HOUR;
		const services = Array.from({ length: kinds }, (_, kind) => {
			const old = events(earlier, MORNING, (19 * HOUR) / Math.max(earlier, 1), `${kind}-old`);
			// Rows of deleted links where the search for the floor looks first.
			if (deleted) {
				for (const [index, event] of old.entries()) {
					if (index % 1000 < 50 || (index > 60_000 && index < 70_000)) event.deleted = begin;
				}
			}
			const service = new ModelService(old, { ...REAL, ties: 'reversed' });
			service.now = begin;
			return service;
		});
		let { states, next } = await pollKinds(
			services,
			services.map(() => undefined),
			SETTINGS,
		);
		for (const [kind, each] of services.entries()) {
			each.add(...events(waiting, begin + SECOND, (3 * HOUR) / waiting, `${kind}-new`));
			each.now += 3 * HOUR + MINUTE;
		}
		// As in `poll.ts`: no page that would end later than 80% of the budget.
		const pagesInTime = Math.ceil((budget * 0.8) / seconds) - 1;
		const counts: number[] = [];
		const found = new Set<string>();
		while (found.size < kinds * waiting && counts.length < 20) {
			const latency = seconds * SECOND;
			const result = await pollKinds(services, states, SETTINGS, { pagesInTime, latency }, next);
			({ states, next } = result);
			for (const { id } of result.entries) found.add(id);
			counts.push(result.entries.length);
			for (const each of services) each.now += MINUTE;
		}
		expect(found.size).toBe(kinds * waiting);
		expect(counts.reduce((sum, count) => sum + count, 0)).toBe(kinds * waiting);
	});
});

describe('The memory of three busy kinds', () => {
	it.each([
		{ sendsDate: true, what: 'with the time of the service, later events wait', atFirst: 6000 },
		{ sendsDate: false, what: 'without it, the look-back gets shorter', atFirst: 9000 },
	])('is 6,000 events in less than 64 KB; $what', async ({ sendsDate, atFirst }) => {
		const services = ['clicks', 'leads', 'sales'].map((name) => {
			const old = events(100, MORNING, SECOND, `${name}-old`);
			const service = new ModelService(old, { ...REAL, sendsDate });
			service.now = MORNING + HOUR;
			return service;
		});
		const none = services.map(() => undefined);
		let { states } = await pollKinds(services, none, SETTINGS);
		for (const [kind, each] of services.entries()) {
			each.add(...events(3000, each.now + SECOND, 180, `${kind}-new`));
			each.now += 9.5 * MINUTE;
		}
		const found: string[] = [];
		const remembered: number[] = [];
		for (let round = 0; round < 6; round++) {
			const polled = await pollKinds(services, states, SETTINGS);
			if (round === 0) expect(polled.entries).toHaveLength(atFirst);
			found.push(...polled.entries.map(({ id }) => id));
			({ states } = polled);
			expect(JSON.stringify(states).length).toBeLessThan(64 * 1024);
			const hashes = states.flatMap((state) => Object.values(state?.seen ?? {})).join('');
			remembered.push(hashes.length / 8);
			for (const each of services) each.now += MINUTE;
		}
		expect([found.length, new Set(found).size]).toEqual([9000, 9000]);
		expect(Math.max(...remembered)).toBeLessThanOrEqual(6000);
		expect(remembered[0]).toBeGreaterThan(5900);
	});
});

describe('Late events', () => {
	it.each(['days', 'instant'] as const)(
		'behind newer rows of a deleted link are found, windows from %s',
		async (window) => {
			const service = new ModelService(events(500, MORNING, SECOND, 'old'), { ...REAL, window });
			service.now = MORNING + HOUR;
			const initial = await started(service);
			service.add(...events(3, service.now + SECOND, SECOND, 'real'));
			service.add(
				...events(1000, service.now + 10 * SECOND, 10, 'gone').map((event) => ({
					...event,
					deleted: MORNING + HOUR + MINUTE / 2,
				})),
			);
			service.now += MINUTE;
			const { ids } = await poll(initial, service);
			expect(ids).toEqual(['real-0', 'real-1', 'real-2']);
		},
	);

	it.each([
		{ ago: 8 * MINUTE, found: [] },
		{ ago: -SECOND, found: ['late'] },
	])('are found if they happened after publishing: $ago ms before', async ({ ago, found }) => {
		const service = new ModelService(events(6000, MORNING, 200), REAL);
		service.now = MORNING + 20 * MINUTE;
		const initial = await started(service);
		const time = service.now - ago;
		service.add({ id: 'late', time, arrival: service.now + 2 * MINUTE });
		service.add(...events(1000, service.now + 2 * SECOND, 100, 'new'));
		service.now += 2 * MINUTE - SECOND;
		const first = await poll(initial, service);
		expect(first.ids).toHaveLength(1000);
		service.now += MINUTE;
		expect((await poll(first.state, service)).ids).toEqual(found);
	});

	it('behind 1,000 newer ones are found in a young workspace', async () => {
		const service = new ModelService([], REAL);
		service.now = MORNING;
		const initial = await started(service);
		const late = { id: 'late', time: MORNING + SECOND, arrival: MORNING + 5 * MINUTE };
		service.add(late, ...events(1000, MORNING + 2 * SECOND, 100));
		service.now += 3 * MINUTE;
		const first = await poll(initial, service);
		expect(first.ids).toHaveLength(1000);
		service.now += 3 * MINUTE;
		expect((await poll(first.state, service)).ids).toEqual(['late']);
	});
});

it('One request is enough again after a burst', async () => {
	const service = new ModelService(events(500, MORNING, SECOND, 'old'), REAL);
	service.now = MORNING + HOUR;
	let state = await started(service);
	service.add(...events(1500, service.now + SECOND, 100));
	const requests: number[] = [];
	for (let minute = 0; minute < 30; minute++) {
		service.now += MINUTE;
		({ state } = await poll(state, service));
		requests.push(service.requests);
	}
	expect(requests.slice(14)).toEqual(requests.slice(14).map(() => 1));
	expect(state.seen).toEqual({});
});

describe('A backlog', () => {
	it('is read completely if instants span pages, at any page', async () => {
		for (let round = 0; round < 10; round++) {
			// Groups of seven, so that nearly every page ends within one.
			const all = events(2_100 + round, MORNING, 1).map((event, index) => {
				const time = MORNING + Math.floor(index / 7) * 10 * SECOND;
				return { ...event, time, arrival: time };
			});
			const service = new ModelService(all, REAL);
			service.now = MORNING + 10 * HOUR;
			const settings = { ...SMALL, items: 10_000 };
			const { ids } = await poll(startFrom(MORNING), service, settings);
			expect(ids.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
		}
	});

	it('within one instant is emitted in portions of any size', async () => {
		const all = events(300, MORNING, 0);
		const service = new ModelService(all, { ...REAL, ties: 'reversed' });
		service.now = MORNING + HOUR;
		const settings = { ...SMALL, memory: 50 };
		let state = startFrom(MORNING - HOUR);
		const found: string[] = [];
		for (let polls = 0; polls < 20; polls++) {
			const result = await poll(state, service, settings);
			({ state } = result);
			found.push(...result.ids);
		}
		expect(found).toEqual(all.map(({ id }) => id));
		expect(state.seen).toEqual({});
	});

	it('is emitted while there is time', async () => {
		const service = new ModelService(events(300, MORNING, MINUTE), REAL);
		service.now = MORNING + 6 * HOUR;
		const first = await poll(startFrom(MORNING), service, SMALL, { pagesInTime: 6 });
		expect(first.ids.length).toBeGreaterThan(0);
		expect(first.ids.length).toBeLessThan(2 * SMALL.items);
		const second = await poll(first.state, service, { ...SMALL, items: 1000 });
		expect([...first.ids, ...second.ids]).toHaveLength(300);
	});

	it.each(['days', 'instant'] as const)(
		'ends when its newest events are deleted meanwhile, windows from %s',
		async (window) => {
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
				const { state } = await poll(startFrom(MORNING - HOUR), service, SMALL, {
					latency: SECOND,
				});
				expect(service.requests).toBeLessThan(40);
				const later = await poll(state, service, { ...SMALL, items: 1000 });
				expect(service.requests).toBeLessThan(40);
				service.add(...events(1, service.now, 1, 'new'));
				expect((await poll(later.state, service, { ...SMALL, items: 1000 })).ids).toContain(
					'new-0',
				);
			}
		},
	);
});

describe('More events in one second than a page has', () => {
	it.each(['reversed', 'same'] as const)(
		'at the end of a backlog with deleted links are all emitted; %s order newest first',
		async (ties) => {
			const end = MORNING + 20 * HOUR;
			const all = [...events(43_367, MORNING, 1660, 'earlier'), ...events(1480, end, 0, 'last')];
			for (const [index, event] of all.entries()) {
				event.time = Math.floor(event.time / SECOND) * SECOND;
				if (index % 10 === 3) event.deleted = MORNING;
			}
			const kept = all.filter(({ deleted }) => deleted === undefined);
			const service = new ModelService(all, { ...REAL, ties });
			service.now = end + MINUTE;
			const found: string[] = [];
			let state = startFrom(MORNING);
			let requests = 0;
			for (let polls = 0; polls < 8; polls++) {
				const polled = await poll(state, service, SETTINGS, { latency: SECOND });
				({ state } = polled);
				found.push(...polled.ids);
				requests += service.requests;
			}
			expect(found.toSorted()).toEqual(kept.map(({ id }) => id).toSorted());
			// 45 pages, and for each poll the newest page, the search for the position, and the check of the end.
			expect(requests).toBeLessThan(45 + 8 * 10);
		},
	);
});

describe('Deleted links', () => {
	/** Polls until everything is emitted. */
	async function emitted(service: ModelService, state: CursorState, settings: ModelCapacity) {
		const all: string[] = [];
		for (let count = 0, current = state; count < 400; count++) {
			service.now += settings.lookBack + MINUTE;
			const polled = await poll(current, service, settings, { pagesInTime: 1 });
			all.push(...polled.ids);
			current = polled.state;
		}
		return all.sort();
	}

	it('do not hide an event behind 700 consecutive rows, with one page of 20 per poll', async () => {
		const hidden = events(700, MORNING + SECOND, 10, 'hidden').map((event) => ({
			...event,
			deleted: MORNING + HOUR,
		}));
		const last = events(3, MORNING + MINUTE, SECOND, 'last');
		const service = new ModelService([...hidden, ...last], { ...REAL, deletion: 'hides' });
		service.now = MORNING;
		const state = await started(service, SMALL);
		service.now = MORNING + HOUR;
		expect(await emitted(service, state, SMALL)).toEqual(last.map(({ id }) => id));
	});

	it('do not hide a part of the last instant if a short page cuts it', async () => {
		const gone = events(5, MORNING + SECOND, SECOND, 'gone').map((event) => ({
			...event,
			deleted: MORNING + MINUTE,
		}));
		const before = events(13, MORNING + 2 * MINUTE, SECOND, 'before');
		// The first page of 20 rows shows two of them.
		const together = events(5, MORNING + 3 * MINUTE, 0, 'together');
		const staying = [...before, ...together].map(({ id }) => id).sort();
		for (let order = 0; order < 20; order++) {
			const service = new ModelService([...gone, ...before, ...together], REAL);
			const settings = { ...SMALL, lookBack: 0, smallPage: 2 };
			service.now = MORNING + HOUR;
			// Another order each time.
			for (let n = 0; n < order; n++) service.read({ sortOrder: 'asc', page: 1, limit: 100 });
			expect(await emitted(service, startFrom(MORNING), settings)).toEqual(staying);
		}
	});

	it('that vanish between two pages do not hide newer events', async () => {
		const service = new ModelService(events(40, MORNING, MINUTE, 'old'), {
			...REAL,
			deletion: 'removes',
			ties: 'reversed',
		});
		service.now = MORNING + HOUR;
		const settings = { ...SMALL, items: 1000, lookBack: 0 };
		const { state } = await poll(await started(service, settings), service, settings);
		const added = events(30, service.now + SECOND, SECOND, 'new');
		// The newest ones vanish after the first full page, which shows 18 of them and two others.
		const deleted = service.now + MINUTE + 1.5 * SECOND;
		const gone = events(18, service.now + 40 * SECOND, SECOND, 'gone');
		service.add(...added, ...gone.map((event) => ({ ...event, deleted })));
		service.now += MINUTE;
		const { ids } = await poll(state, service, settings, { latency: SECOND });
		expect(ids).toEqual(expect.arrayContaining(added.map(({ id }) => id)));
	});

	it('do not hide an instant that spans two pages in changing order', async () => {
		// Rows 18 to 22 are of one instant; then rows before them vanish.
		const early = events(3, MORNING + SECOND, SECOND, 'early').map((event) => ({
			...event,
			deleted: MORNING + HOUR + MINUTE,
		}));
		const before = events(15, MORNING + MINUTE, SECOND, 'before');
		const together = events(5, MORNING + 2 * MINUTE, 0, 'together');
		const after = events(40, MORNING + 3 * MINUTE, SECOND, 'after');
		const staying = [...before, ...together, ...after];
		for (let order = 0; order < 20; order++) {
			const service = new ModelService([...early, ...staying], { ...REAL, deletion: 'removes' });
			const settings = { ...SMALL, lookBack: 0 };
			service.now = MORNING + HOUR;
			// Another order each time.
			for (let n = 0; n < order; n++) service.read({ sortOrder: 'asc', page: 1, limit: 100 });
			const polled = await poll(startFrom(MORNING), service, settings, { pagesInTime: 2 });
			const rest = await emitted(service, polled.state, settings);
			const ids = [...polled.ids, ...rest].filter((id) => !id.startsWith('early'));
			expect(ids.sort()).toEqual(staying.map(({ id }) => id).sort());
		}
	});
});

describe('An event that is listed twice', () => {
	it('is not emitted again if the second entry has a later time', async () => {
		const [event] = events(1, MORNING, 0);
		const service = new ModelService(
			[event, { ...event, time: event.time + 2 * SECOND, arrival: event.time + 2 * SECOND }],
			REAL,
		);
		service.now = MORNING - HOUR;
		const initial = await started(service);
		service.now = MORNING + MINUTE;
		const first = await poll(initial, service);
		expect(first.ids).toEqual([event.id]);
		// The floor comes to lie between the two.
		service.add(...events(1, MORNING + SETTINGS.lookBack + SECOND, 0, 'next'));
		service.now = MORNING + HOUR;
		const second = await poll(first.state, service);
		expect(second.ids).toEqual(['next-0']);
		expect((await poll(second.state, service)).ids).toEqual([]);
	});
});
