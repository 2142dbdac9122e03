import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
	readNew,
	seed,
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

const NOON = Date.UTC(2026, 4, 5, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A stretch of events, in milliseconds from the first activation on. */
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

interface Poll extends Circumstances {
	/** Milliseconds since the one before. */
	after: number;
}

interface Run {
	service: ModelSettings;
	settings: CursorSettings;
	/** Whether times are told in whole seconds. */
	wholeSeconds: boolean;
	stretches: Stretch[];
	polls: Poll[];
}

const settings = fc
	.record({
		lookBack: fc.constantFrom(0, 5_000, MINUTE, 10 * MINUTE),
		portion: fc.integer({ min: 5, max: 80 }),
		memory: fc.integer({ min: 8, max: 60 }),
		smallPage: fc.integer({ min: 2, max: 10 }),
		times: fc.integer({ min: 3, max: 6 }),
	})
	.map(({ times, ...rest }) => ({
		...rest,
		fullPage: rest.smallPage * Math.max(times, Math.ceil(20 / rest.smallPage)),
	}));

const service = fc.record<ModelSettings>({
	window: fc.constantFrom('days' as const, 'instant' as const),
	tellsTime: fc.constant(true),
	shuffles: fc.boolean(),
});

const polls = fc.array(
	fc.record({
		after: fc.oneof(
			{ weight: 4, arbitrary: fc.integer({ min: 1_000, max: 5 * MINUTE }) },
			fc.integer({ min: 1, max: 3 * DAY }),
		),
		latency: fc.constantFrom(0, 1, 300, 5_000),
		pagesInTime: fc.oneof(
			{ weight: 3, arbitrary: fc.constant(Infinity) },
			fc.integer({ min: 1, max: 12 }),
		),
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
			deletedAfter: fc.option(fc.integer({ min: 1, max: 6 * HOUR }), {
				nil: undefined,
				freq: 4,
			}),
			twiceEvery: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined, freq: 4 }),
		}),
		{ maxLength: 7 },
	);
}

function runs(changes: Partial<{ [Name in keyof Run]: fc.Arbitrary<Run[Name]> }> = {}) {
	return fc.record<Run>({
		service,
		settings,
		wholeSeconds: fc.boolean(),
		stretches: stretches(150),
		polls,
		...changes,
	});
}

/** More of one instant than a page shows in one piece is only to be found if their order stays. */
const MOST_SHUFFLED_TIES = 5;

function eventsOf(run: Run): ModelEvent[] {
	const atInstant = new Map<number, number>();
	const unit = run.wholeSeconds ? 1000 : 1;
	return run.stretches.flatMap((stretch, number) =>
		Array.from({ length: stretch.count }, (_, index) => {
			const raw = NOON + stretch.from + Math.floor(index / stretch.ties) * stretch.spacing;
			const isTwice = stretch.twiceEvery !== undefined && index % stretch.twiceEvery === 0;
			let time = Math.floor(raw / unit) * unit;
			while (
				run.service.shuffles &&
				(atInstant.get(time) ?? 0) + (isTwice ? 2 : 1) > MOST_SHUFFLED_TIES
			) {
				time += unit;
			}
			atInstant.set(time, (atInstant.get(time) ?? 0) + (isTwice ? 2 : 1));
			const delay = (share: number) =>
				Math.floor(run.settings.lookBack * stretch.late * ((share * 0.618) % 1));
			const id = `${number}-${index}`;
			const deleted = deletionOf(stretch, run.service);
			const event = { id, time, arrival: time + delay(index), deleted };
			return isTwice ? [event, { ...event, arrival: time + delay(index + 3) }] : [event];
		}).flat(),
	);
}

/** Without the service's time, and with nothing but deleted events on the newest page, nothing tells what is history. */
function deletionOf(
	{ from, deletedAfter }: Stretch,
	{ tellsTime }: ModelSettings,
): number | undefined {
	if (deletedAfter === undefined) return undefined;
	return Math.max(NOON + from + deletedAfter, tellsTime ? -Infinity : NOON + 1);
}

interface Outcome {
	end: CursorState;
	emitted: string[];
	/** Of the last two polls, in which nothing was new. */
	quietRequests: number[];
}

/** Polls as the run says, and then until nothing can be left. */
function play(run: Run, service: ModelService, initial: CursorState): Outcome {
	let state = initial;
	const emitted: string[] = [];
	const poll = (circumstances: Circumstances): number => {
		const before = JSON.stringify(state);
		const result = carryOut(readNew(state, run.settings), service, circumstances);
		expect(JSON.stringify(state)).toBe(before);
		if (result === undefined) return 0;
		const times = result.entries.map(({ time }) => time);
		expect(times).toEqual(times.toSorted((a, b) => a - b));
		emitted.push(...result.entries.map(({ id }) => id));
		// As a restart would find it.
		state = JSON.parse(JSON.stringify(result.state)) as CursorState;
		expect(Object.keys(state.seen).length).toBeLessThanOrEqual(run.settings.memory);
		return result.entries.length;
	};
	for (const { after, ...circumstances } of run.polls) {
		service.now += after;
		poll(circumstances);
	}
	const lastArrival = Math.max(service.now, ...service.events.map(({ arrival }) => arrival));
	service.now = lastArrival;
	if (service.events.some(({ deleted }) => deleted !== undefined)) {
		// Where only events of deleted links are on the newest page, what is behind them waits for a newer one.
		service.now += 2 * run.settings.lookBack + 10_000;
		service.add({ id: 'last', time: service.now, arrival: service.now });
	}
	let idle = 0;
	while (idle < 3) {
		service.now += run.settings.lookBack + MINUTE;
		idle = poll({}) > 0 ? 0 : idle + 1;
	}
	const quietRequests = [1, 2].map(() => {
		service.requests = 0;
		expect(poll({})).toBe(0);
		return service.requests;
	});
	return { end: state, emitted, quietRequests };
}

function expectEachOnce(emitted: string[], required: ModelEvent[]): void {
	expect(emitted).toHaveLength(new Set(emitted).size);
	const missing = required.filter(({ id }) => !emitted.includes(id));
	expect(missing).toEqual([]);
}

/** Whether one page shows all that is remembered, and something older if there is any. */
function isPlain({ stretches, settings }: Run, { seen }: CursorState): boolean {
	return (
		Object.keys(seen).length + settings.smallPage <= settings.fullPage &&
		stretches.every(
			({ deletedAfter, twiceEvery }) => deletedAfter === undefined && twiceEvery === undefined,
		)
	);
}

/** Activates with what has happened by then, and plays the run. */
function check(run: Run, more: ModelEvent[] = []): void {
	const model = new ModelService([...eventsOf(run), ...more], run.service);
	model.now = NOON;
	const state = carryOut(seed(run.settings), model);
	if (state === undefined) throw new Error('The first activation failed.');
	expect(Object.keys(state.seen).length).toBeLessThanOrEqual(run.settings.memory);
	const old = new Set(model.events.filter(({ arrival }) => arrival <= NOON).map(({ id }) => id));
	const { emitted, quietRequests, end } = play(run, model, state);
	expect(emitted.filter((id) => old.has(id))).toEqual([]);
	expectEachOnce(
		emitted,
		model.events.filter(
			// On a busy service, what was late at the first activation counts as history.
			({ id, time, deleted }) => !old.has(id) && deleted === undefined && time >= state.floor,
		),
	);
	if (isPlain(run, end)) expect(quietRequests).toEqual([1, 1]);
}

const noTime = (service: fc.Arbitrary<ModelSettings>) =>
	service.map((each) => ({ ...each, tellsTime: false }));
const ample = settings.map((each) => ({ ...each, memory: 10_000 }));

describe('The cursor of polling, whatever happens', () => {
	it('emits each event that becomes visible after the first activation exactly once', () => {
		fc.assert(
			fc.property(runs({ settings: ample }), (run) => check(run)),
			{ numRuns: 700 },
		);
	});

	it('does so with more events within the look-back than it may remember', () => {
		fc.assert(
			fc.property(runs(), (run) => check(run)),
			{ numRuns: 700 },
		);
	});

	it('does so where the service does not tell its time', () => {
		const run = runs({ service: noTime(service), settings: ample });
		fc.assert(
			fc.property(run, (each) => check(each)),
			{ numRuns: 400 },
		);
	});

	it('does so with too many to remember and no time told, unless they are late', () => {
		const run = runs({
			service: noTime(service),
			stretches: stretches(150, fc.constant(0)),
		});
		fc.assert(
			fc.property(run, (each) => check(each)),
			{ numRuns: 400 },
		);
	});

	it('emits everything from a date on exactly once, and nothing before', () => {
		const since = fc.integer({ min: -2 * DAY, max: DAY }).map((offset) => NOON + offset);
		fc.assert(
			fc.property(runs(), since, (run, date) => {
				const model = new ModelService(eventsOf(run), run.service);
				model.now = NOON;
				const { emitted, quietRequests, end } = play(run, model, startFrom(date));
				expect(model.events.filter(({ id, time }) => emitted.includes(id) && time < date)).toEqual(
					[],
				);
				expectEachOnce(
					emitted,
					model.events.filter(({ time, deleted }) => time >= date && deleted === undefined),
				);
				if (isPlain(run, end)) expect(quietRequests).toEqual([1, 1]);
			}),
			{ numRuns: 500 },
		);
	});

	it('is not stopped by events that are dated ahead by mistake', () => {
		const ahead = fc.array(fc.integer({ min: -HOUR, max: 2 * DAY }), {
			minLength: 1,
			maxLength: 4,
		});
		fc.assert(
			fc.property(runs(), ahead, (run, arrivals) => {
				const wrong = arrivals.map((arrival, index) => ({
					id: `ahead-${index}`,
					time: NOON + 1000 * DAY,
					arrival: NOON + arrival,
				}));
				check(run, wrong);
			}),
			{ numRuns: 300 },
		);
	});
});
