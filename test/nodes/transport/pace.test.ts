import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { Pace } from '../../../nodes/LinkAttribution/transport/pace';
import { RateLimiter } from '../../../sandbox/app/rateLimiter';

const START = 1_800_000_000_000;

let clock = 0;

beforeEach(() => {
	jest.spyOn(performance, 'now').mockImplementation(() => clock);
	jest.spyOn(globalThis, 'setTimeout').mockImplementation(((wake: () => void, delay = 0) => {
		clock += Math.max(1, Math.ceil(delay));
		queueMicrotask(wake);
	}) as unknown as typeof setTimeout);
});

afterEach(() => {
	jest.restoreAllMocks();
});

interface Conditions {
	analytics: boolean;
	/** Of the window in which the first request falls, as a share of it. */
	phase: number;
	/** Milliseconds there and back. */
	latency: number;
	/** Milliseconds by which a request arrives late, at most. */
	jitter: number;
	/** Which answers say how the limit stands. */
	headers: 'always' | 'refusals' | 'never';
	parallel: number;
	seed: number;
}

/** Sends requests at the pace through the sandbox's limiter, on a clock that passes as fast as the test runs. */
async function run(count: number, conditions: Conditions) {
	clock = 0;
	const pace = new Pace(conditions.analytics);
	const { analytics, phase, latency, jitter, headers, parallel } = conditions;
	const limiter = new RateLimiter();
	const start = START + phase * (analytics ? 1000 : 60_000);
	let random = conditions.seed;
	const nextRandom = () => (random = (random * 48271) % 2147483647) / 2147483647;
	const answers: Array<{ due: number; handle: () => void }> = [];
	const handleAnswers = (atLeast: number) => {
		answers.sort((a, b) => a.due - b.due);
		while (answers.length > 0 && (answers.length > atLeast || answers[0].due <= clock)) {
			const answer = answers.shift();
			clock = Math.max(clock, answer?.due ?? 0);
			answer?.handle();
		}
	};
	let through = 0;
	const refusedAt: number[] = [];
	let waiting = count;
	while (through < count) {
		// As lists do, with one request first.
		const width = Math.min(parallel, 2 * (through + refusedAt.length) || 1);
		handleAnswers(waiting > 0 ? width - 1 : answers.length - 1);
		if (waiting === 0) continue;
		waiting--;
		const sentAt = await pace.turn();
		const arrival = clock + latency / 2 + nextRandom() * jitter;
		const verdict = limiter.take('key', 'business', analytics, start + arrival);
		answers.push({
			due: arrival + latency / 2,
			handle: () => {
				pace.done();
				if (headers === 'always' || (headers === 'refusals' && !verdict?.allowed)) {
					pace.learn(sentAt, {
						'x-ratelimit-limit': String(verdict?.limit),
						'x-ratelimit-remaining': String(verdict?.remaining),
					});
				}
				if (verdict?.allowed) {
					through++;
				} else {
					refusedAt.push(clock);
					waiting++;
					pace.hold(sentAt, Math.max(1000, Math.ceil((verdict?.retryIn ?? 0) / 1000) * 1000));
				}
			},
		});
	}
	return { milliseconds: clock, refused: refusedAt.length, refusedAt };
}

const conditions = (
	analytics: boolean,
	headers: fc.Arbitrary<Conditions['headers']>,
	jitter = fc.integer({ min: 0, max: 20 }),
) =>
	fc.record({
		analytics: fc.constant(analytics),
		phase: fc.double({ min: 0, max: 0.999, noNaN: true }),
		latency: fc.integer({ min: 1, max: 300 }),
		jitter,
		headers,
		parallel: fc.integer({ min: 1, max: 16 }),
		seed: fc.integer({ min: 1, max: 2147483646 }),
	});

const EVENTS = 102;

/** Milliseconds that so many requests take at least when four are let through at once, and then four a second. */
const LEAST = ((EVENTS - 4) / 4) * 1000;

/** Milliseconds that a refusal takes: the wait for which the service asks, in whole seconds, and the way to it. */
const A_REFUSAL = 1400;

describe('the pace of events, four a second', () => {
	it('keeps up with the limit that the service states, with hardly a refusal', async () => {
		await fc.assert(
			fc.asyncProperty(conditions(true, fc.constant('always')), async (given) => {
				const { milliseconds, refused } = await run(EVENTS, given);
				expect(refused).toBeLessThan(EVENTS * 0.03);
				const slowest = EVENTS * (given.latency + given.jitter);
				if (slowest / given.parallel < LEAST / 2) {
					expect(milliseconds).toBeLessThan(LEAST * 1.07 + refused * A_REFUSAL);
				}
			}),
			{ numRuns: 300 },
		);
	});

	it('learns the limit from the refusals of a service that states it nowhere else', async () => {
		await fc.assert(
			fc.asyncProperty(conditions(true, fc.constant('refusals')), async (given) => {
				const { milliseconds, refused } = await run(EVENTS, given);
				// What is on its way before the first refusal is known.
				expect(refused).toBeLessThanOrEqual(10);
				const slowest = EVENTS * (given.latency + given.jitter);
				if (slowest / given.parallel < LEAST / 2) expect(milliseconds).toBeLessThan(LEAST * 1.3);
			}),
			{ numRuns: 300 },
		);
	});

	it('finds where in the windows of the service requests that arrive late do no harm', async () => {
		const late = conditions(true, fc.constant('refusals'), fc.constant(100));
		await fc.assert(
			fc.asyncProperty(late, async (given) => {
				const { refusedAt } = await run(10 * EVENTS, { ...given, latency: 100, parallel: 16 });
				const whenTheLimitIsKnown = refusedAt.filter((at) => at > 10_000);
				expect(whenTheLimitIsKnown.length).toBeLessThanOrEqual(4);
			}),
			{ numRuns: 100 },
		);
	});

	it('comes through without any header', async () => {
		await fc.assert(
			fc.asyncProperty(conditions(true, fc.constant('never')), async (given) => {
				expect((await run(EVENTS, given)).refused).toBeLessThan(EVENTS / 4);
			}),
			{ numRuns: 300 },
		);
	});
});

describe('the pace of everything else, 1,200 a minute', () => {
	it.each(['always', 'refusals', 'never'] as const)(
		'lets a burst through and then keeps to the limit, with headers: %s',
		async (headers) => {
			await fc.assert(
				fc.asyncProperty(conditions(false, fc.constant(headers)), async (given) => {
					const { refused } = await run(2000, given);
					expect(refused).toBeLessThan(200);
				}),
				{ numRuns: 30 },
			);
		},
	);
});
