import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
	startFrom,
	type CursorState,
} from '../../../../nodes/LinkAttribution/trigger/eventList/cursor/cursor';
import {
	ModelService,
	pollKinds,
	type PollConditions,
	type ModelEvent,
	type ModelCapacity,
	type ModelSettings,
} from '../../../support/node/modelService';
import { modelRuns } from '../../../support/node/modelRuns';

const NOON = Date.UTC(2026, 4, 5, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A stretch of events, in milliseconds from the first poll on. */
interface Stretch {
	from: number;
	count: number;
	spacing: number;
	/** How many share an instant. */
	ties: number;
	/** How late they may become visible, as a part of the look-back; each event takes its own share of it. */
	late: number;
	/** How long after the stretch began its link is deleted. */
	deletedAfter?: number;
	/** Which events are taken in twice: every so many. */
	twiceEvery?: number;
}

interface Poll extends PollConditions {
	/** Milliseconds since the one before. */
	after: number;
}

interface Run {
	service: ModelSettings;
	capacity: ModelCapacity;
	/** Whether times are in whole seconds. */
	wholeSeconds: boolean;
	/** One list for each kind. */
	kinds: Stretch[][];
	/** Milliseconds from noon on to publishing. */
	publishedAfter: number;
	/** The first poll, in which a kind can fail. */
	firstPoll: PollConditions;
	polls: Poll[];
	/** What the polls after that have time for. */
	pagesAtEnd: number;
}

const capacity = fc
	.record({
		lookBack: fc.constantFrom(0, 5_000, MINUTE, 10 * MINUTE),
		items: fc.integer({ min: 5, max: 200 }),
		memory: fc.integer({ min: 8, max: 90 }),
		smallPage: fc.integer({ min: 2, max: 10 }),
		times: fc.integer({ min: 3, max: 6 }),
	})
	.map(({ times, ...rest }) => ({
		...rest,
		fullPage: rest.smallPage * Math.max(times, Math.ceil(20 / rest.smallPage)),
	}));

const window = fc.constantFrom('days' as const, 'instant' as const);
const deletion = fc.constantFrom('hides' as const, 'hides' as const, 'removes' as const);

const service = fc.record<ModelSettings>({
	window,
	sendsDate: fc.constant(true),
	ties: fc.constantFrom('shuffled' as const, 'reversed' as const, 'same' as const),
	deletion,
});

const polls = fc.array(
	fc.record({
		after: fc.oneof(
			{ weight: 4, arbitrary: fc.integer({ min: 1_000, max: 5 * MINUTE }) },
			fc.integer({ min: 1, max: 3 * DAY }),
		),
		latency: fc.constantFrom(0, 1, 300, 5_000),
		pagesInTime: fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 12 })),
		failsAt: fc.oneof(
			{ weight: 3, arbitrary: fc.constant(Infinity) },
			fc.integer({ min: 1, max: 8 }),
		),
	}),
	{ maxLength: 12 },
);

function stretches(most: number, late = fc.constantFrom(0, 0, 0.3, 1)) {
	return fc.array(
		fc.record({
			from: fc.oneof(
				fc.integer({ min: -10 * MINUTE, max: 20 * MINUTE }),
				fc.integer({ min: -2 * DAY, max: 2 * DAY }),
			),
			count: fc.oneof(
				{ weight: 3, arbitrary: fc.integer({ min: 1, max: 12 }) },
				fc.integer({ min: 1, max: most }),
			),
			spacing: fc.constantFrom(1, 50, 700, 1_000, 20_000, 10 * MINUTE),
			ties: fc.integer({ min: 1, max: 4 }),
			late,
			deletedAfter: fc.option(fc.integer({ min: 1, max: 6 * HOUR }), { nil: undefined, freq: 4 }),
			twiceEvery: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined, freq: 4 }),
		}),
		{ maxLength: 7 },
	);
}

function runs(changes: Partial<{ [Name in keyof Run]: fc.Arbitrary<Run[Name]> }> = {}) {
	return fc.record<Run>({
		service,
		capacity,
		wholeSeconds: fc.boolean(),
		kinds: fc.array(stretches(150), { minLength: 1, maxLength: 3 }),
		publishedAfter: fc.constantFrom(0, 0, 1, 500, 999),
		firstPoll: fc.record({
			latency: fc.constantFrom(0, 0, 300),
			failsAt: fc.constantFrom(Infinity, Infinity, 1, 2, 3),
		}),
		polls,
		pagesAtEnd: fc.constantFrom(1, 2, 3, 7, Infinity),
		...changes,
	});
}

/** More of one instant than a page shows in one piece is only to be found if their order stays, and all of them. */
const MAX_TIES = 5;

function eventsOf(run: Run, kind: Stretch[], prefix: number): ModelEvent[] {
	const atInstant = new Map<number, number>();
	const unit = run.wholeSeconds ? 1000 : 1;
	const isLimited = run.service.ties === 'shuffled' || run.service.deletion === 'removes';
	return kind.flatMap((stretch, number) =>
		Array.from({ length: stretch.count }, (_, index) => {
			const raw = NOON + stretch.from + Math.floor(index / stretch.ties) * stretch.spacing;
			const isTwice = stretch.twiceEvery !== undefined && index % stretch.twiceEvery === 0;
			let time = Math.floor(raw / unit) * unit;
			while (isLimited && (atInstant.get(time) ?? 0) + (isTwice ? 2 : 1) > MAX_TIES) time += unit;
			atInstant.set(time, (atInstant.get(time) ?? 0) + (isTwice ? 2 : 1));
			const delay = (share: number) =>
				Math.floor(run.capacity.lookBack * stretch.late * ((share * 0.618) % 1));
			const id = `${prefix}-${number}-${index}`;
			const deleted = deletionOf(stretch, run.service);
			const event = { id, time, arrival: time + delay(index), deleted };
			return isTwice ? [event, { ...event, arrival: time + delay(index + 3) }] : [event];
		}).flat(),
	);
}

/** Without the service's time, and with only deleted events on the newest page, the start of new events is unknown. */
function deletionOf(
	{ from, deletedAfter }: Stretch,
	{ sendsDate }: ModelSettings,
): number | undefined {
	if (deletedAfter === undefined) return undefined;
	return Math.max(NOON + from + deletedAfter, sendsDate ? -Infinity : NOON + 2000);
}

interface Outcome {
	emitted: string[];
	/** Of each kind in the last two polls, in which nothing was new. */
	quietRequests: number[][];
}

/** Polls as the run says, and then until nothing can be left. */
async function play(
	run: Run,
	services: ModelService[],
	initial: Array<CursorState | undefined>,
	isRequired: (event: ModelEvent) => boolean,
	first: Array<{ id: string }> = [],
): Promise<Outcome> {
	let states = initial;
	let next = 0;
	const emitted: string[] = first.map(({ id }) => id);
	const found = new Set(emitted);
	const pass = (time: number) => {
		for (const each of services) each.now += time;
	};
	const poll = async (conditions: PollConditions) => {
		const before = JSON.stringify(states);
		const publishedAt = NOON + run.publishedAfter;
		const options = { ...conditions, publishedAt };
		const result = await pollKinds(services, states, run.capacity, options, next);
		if (JSON.stringify(states) !== before) throw new Error('the stored state was changed');
		let last = -Infinity;
		for (const { id, time } of result.entries) {
			if (time < last) throw new Error('the events are not in order');
			last = time;
			emitted.push(id);
			found.add(id);
		}
		({ states, next } = result);
		return result;
	};
	for (const { after, ...conditions } of run.polls) {
		pass(after);
		await poll(conditions);
	}
	const all = services.flatMap(({ events }) => events);
	const now = Math.max(services[0].now, ...all.map(({ arrival }) => arrival));
	pass(now - services[0].now);
	// Each poll in which a page was read gets closer to the end.
	const pages = all.length / run.capacity.fullPage;
	// Where nothing but one event among those of deleted links is visible, it takes longest to find: every 8th poll reads
	// one of 32 pages in turn.
	const isHidden = run.kinds.flat().some(({ deletedAfter }) => deletedAfter !== undefined);
	const turn = isHidden ? (32 + 1) * 8 : 0;
	const most = 30 + 10 * pages + (services.length * (20 + 10 * pages)) / run.pagesAtEnd;
	const usual = turn + most + all.length / run.capacity.items + all.length / run.capacity.memory;
	const required = all.filter(isRequired);
	for (let count = 0; required.some(({ id }) => !found.has(id)); count++) {
		if (count >= usual) throw new Error(`${count} polls did not find everything`);
		pass(run.capacity.lookBack + MINUTE);
		await poll({ pagesInTime: run.pagesAtEnd });
	}
	for (let idle = 0; idle < 4;) {
		pass(run.capacity.lookBack + MINUTE);
		idle = (await poll({})).entries.length === 0 ? idle + 1 : 0;
	}
	const quietRequests = [];
	for (let i = 0; i < 2; i++) {
		for (const each of services) each.requests = 0;
		// What nothing but a look further back can find may still come.
		expect((await poll({})).entries.filter(({ item }) => isRequired(item))).toEqual([]);
		quietRequests.push(services.map(({ requests }) => requests));
	}
	return { emitted, quietRequests };
}

function expectEachOnce(emitted: string[], required: ModelEvent[]): void {
	const found = new Set(emitted);
	expect(emitted).toHaveLength(found.size);
	const missing = required.filter(({ id }) => !found.has(id));
	expect(missing).toEqual([]);
}

function servicesOf(run: Run): ModelService[] {
	return run.kinds.map((kind, index) => {
		const model = new ModelService(eventsOf(run, kind, index), run.service);
		model.now = NOON;
		return model;
	});
}

const isPlain = ({ kinds }: Run) =>
	kinds.flat().every(({ deletedAfter }) => deletedAfter === undefined);

/** Where nothing was ever visible, some polls look further back. */
function expectOneRequestEach({ kinds }: Run, requests: number[][]): void {
	for (const poll of requests) {
		expect(poll.filter((count, kind) => count > (kinds[kind].length > 0 ? 1 : 2))).toEqual([]);
	}
}

/** The newest event that was visible all the time; -Infinity if none was. */
function newestVisible(events: ModelEvent[], from: number, to: number): number {
	const visible = events.filter(
		({ arrival, deleted = Infinity }) => arrival <= from && deleted > to,
	);
	return Math.max(-Infinity, ...visible.map(({ time }) => time));
}

/** Publishes with what has happened by then, and plays the run. */
async function check(run: Run, more: ModelEvent[] = []): Promise<void> {
	const services = servicesOf(run);
	services[0].add(...more);
	const publishedAt = NOON + run.publishedAfter;
	for (const each of services) each.now = publishedAt;
	const fresh = run.kinds.map(() => undefined);
	// Without the service's time, a kind starts with what its own first page shows.
	const latency = run.service.sendsDate ? (run.firstPoll.latency ?? 0) : 0;
	const firstPoll = { ...run.firstPoll, latency };
	const { states, entries } = await pollKinds(services, fresh, run.capacity, firstPoll);
	// As in `poll.ts`: a kind that could not be read starts with the first poll.
	const isClockKnown = run.service.sendsDate && states.some((state) => state !== undefined);
	const initial = states.map((state) => state ?? (isClockKnown ? startFrom(NOON) : undefined));
	const readUntil = publishedAt + services.length * latency;
	const since = new Map<ModelEvent, number>();
	for (const [kind, { events }] of services.entries()) {
		// Without the service's time, a kind starts with the newest event that is visible.
		const isByTime = run.service.sendsDate || !states[kind];
		const start = isByTime ? NOON : newestVisible(events, publishedAt, readUntil);
		for (const event of events) since.set(event, start);
	}
	const isAfter = (event: ModelEvent) => event.time >= (since.get(event) ?? 0);
	const visible = services.flatMap(({ events }) =>
		events.filter(({ arrival }) => arrival <= publishedAt),
	);
	// The first page of a kind can show what happened during the poll; the service states its time in seconds.
	const shown = services.flatMap(({ events }) =>
		events.filter(
			({ arrival, time }) => arrival <= readUntil && (time < NOON + 1000 || !run.service.sendsDate),
		),
	);
	const unclear = new Set(shown.map(({ id }) => id));
	const isUnclear = ({ id }: ModelEvent) => unclear.has(id);
	const old = new Set(visible.map(({ id }) => id));
	const isOld = ({ id }: ModelEvent) => old.has(id);
	const isRequired = (event: ModelEvent) =>
		!isOld(event) && !isUnclear(event) && event.deleted === undefined && isAfter(event);
	const { emitted, quietRequests } = await play(run, services, initial, isRequired, entries);
	const all = services.flatMap(({ events }) => events);
	const found = new Set(emitted);
	expect(all.filter((event) => found.has(event.id) && !isAfter(event))).toEqual([]);
	const early = services.flatMap(({ events }, kind) =>
		states[kind] ? events.filter((event) => isOld(event) && event.time >= NOON + 1000) : [],
	);
	expect(early.filter(({ id }) => found.has(id))).toEqual([]);
	expectEachOnce(emitted, all.filter(isRequired));
	if (isPlain(run) && run.service.sendsDate && more.length === 0) {
		expectOneRequestEach(run, quietRequests);
	}
}

const noTime = (each: fc.Arbitrary<ModelSettings>) =>
	each.map((settings) => ({ ...settings, sendsDate: false }));
const ample = capacity.map((each) => ({ ...each, memory: 10_000 }));

describe('Polling, whatever happens', () => {
	it('emits each event that becomes visible after publishing exactly once', async () => {
		const property = fc.asyncProperty(runs({ capacity: ample }), async (run) => await check(run));
		await fc.assert(property, modelRuns(500));
	});

	it('does so with more events within the look-back than it can store', async () => {
		const property = fc.asyncProperty(runs(), async (run) => await check(run));
		await fc.assert(property, modelRuns(500));
	});

	it('does so if the service does not send its time', async () => {
		const run = runs({ service: noTime(service), capacity: ample });
		const property = fc.asyncProperty(run, async (each) => await check(each));
		await fc.assert(property, modelRuns(250));
	});

	it('does so with too many events to store and no time of the service, except for late events', async () => {
		const kinds = fc.array(stretches(150, fc.constant(0)), { minLength: 1, maxLength: 3 });
		const run = runs({ service: noTime(service), kinds });
		const property = fc.asyncProperty(run, async (each) => await check(each));
		await fc.assert(property, modelRuns(250));
	});

	it('emits all events from a date on exactly once, and no earlier ones', async () => {
		const since = fc.integer({ min: -2 * DAY, max: DAY }).map((offset) => NOON + offset);
		const property = fc.asyncProperty(runs(), since, async (run, date) => {
			const services = servicesOf(run);
			const isRequired = ({ time, deleted }: ModelEvent) => time >= date && deleted === undefined;
			const states = run.kinds.map(() => startFrom(date));
			const { emitted, quietRequests } = await play(run, services, states, isRequired);
			const all = services.flatMap(({ events }) => events);
			const early = new Set(all.filter(({ time }) => time < date).map(({ id }) => id));
			expect(emitted.filter((id) => early.has(id))).toEqual([]);
			expectEachOnce(emitted, all.filter(isRequired));
			if (isPlain(run)) expectOneRequestEach(run, quietRequests);
		});
		await fc.assert(property, modelRuns(300));
	});

	it('emits seconds with more events than a page, of which some are deleted, exactly once', async () => {
		const seconds = fc.array(
			fc.record({ at: fc.integer({ min: -300, max: 0 }), count: fc.integer({ min: 1, max: 90 }) }),
			{ maxLength: 6 },
		);
		const gaps = fc.record({
			rows: fc.constantFrom(1, 5, 30),
			every: fc.constantFrom(Infinity, 3, 10),
			deleted: fc.constantFrom(-HOUR, 0, 30_000, 5 * MINUTE),
		});
		const ties = fc.constantFrom('reversed' as const, 'same' as const);
		const denseRun = runs({
			service: fc.record({ window, sendsDate: fc.boolean(), ties, deletion }),
			capacity: capacity.map((each) => ({ ...each, lookBack: 10 * MINUTE })),
			kinds: fc.constant([[]]),
		});
		const property = fc.asyncProperty(denseRun, seconds, gaps, async (run, dense, gap) => {
			const all = dense.flatMap(({ at, count }, number) =>
				Array.from({ length: count }, (_, index): ModelEvent => {
					const isDeleted = Math.floor(index / gap.rows) % gap.every === 1;
					const time = NOON + at * 1000;
					const deleted = isDeleted ? NOON + gap.deleted : undefined;
					return { id: `${number}-${index}`, time, arrival: time, deleted };
				}),
			);
			const [model] = servicesOf(run);
			model.add(...all);
			const isRequired = ({ deleted }: ModelEvent) => deleted === undefined;
			const { emitted } = await play(run, [model], [startFrom(NOON - HOUR)], isRequired);
			expectEachOnce(emitted, all.filter(isRequired));
		});
		await fc.assert(property, modelRuns(300));
	});

	it('is not stopped by events that are dated in the future by mistake', async () => {
		const ahead = fc.array(fc.integer({ min: -HOUR, max: 2 * DAY }), {
			minLength: 1,
			maxLength: 4,
		});
		const property = fc.asyncProperty(runs(), ahead, async (run, arrivals) => {
			const wrong = arrivals.map((arrival, index) => ({
				id: `ahead-${index}`,
				time: NOON + 1000 * DAY,
				arrival: NOON + arrival,
			}));
			await check(run, wrong);
		});
		await fc.assert(property, modelRuns(200));
	});
});
