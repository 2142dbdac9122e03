import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import * as n8nWorkflow from 'n8n-workflow';
import { RateLimiter, rateLimiterFor } from '../../../nodes/LinkAttribution/transport/rateLimiter';
import { RateLimiter as ServiceLimiter } from '../../../sandbox/http/rateLimiter';
import { atDepth } from '../../support/depth';

const START = 1_800_000_000_000;

let clock = 0;

beforeEach(() => {
	jest.spyOn(performance, 'now').mockImplementation(() => clock);
	const sleep = async (milliseconds: number) => {
		clock += Math.max(1, Math.ceil(milliseconds));
		await Promise.resolve();
	};
	// All waits of the rate limiter go through it; it is exported as a getter.
	const exported = n8nWorkflow as unknown as { readonly sleep: unknown };
	jest.spyOn(exported, 'sleep', 'get').mockReturnValue(sleep);
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
	/** Which responses say how the limit stands. */
	headers: 'always' | 'refusals';
	parallel: number;
	seed: number;
}

/** Sends requests through both rate limiters, ours and the sandbox's, on a clock that passes as fast as the test runs. */
async function run(count: number, conditions: Conditions) {
	clock = 0;
	const rateLimiter = new RateLimiter(conditions.analytics ? 'analytics' : 'general');
	const { analytics, phase, latency, jitter, headers, parallel } = conditions;
	const service = new ServiceLimiter();
	const start = START + phase * (analytics ? 1000 : 60_000);
	let random = conditions.seed;
	const nextRandom = () => (random = (random * 48271) % 2147483647) / 2147483647;
	const responses: Array<{ due: number; handle: () => void }> = [];
	const handleResponses = (atLeast: number) => {
		responses.sort((a, b) => a.due - b.due);
		while (responses.length > 0 && (responses.length > atLeast || responses[0].due <= clock)) {
			const response = responses.shift();
			clock = Math.max(clock, response?.due ?? 0);
			response?.handle();
		}
	};
	let through = 0;
	const refusedAt: number[] = [];
	let waiting = count;
	let asked = 0;
	const again: number[] = [];
	while (through < count) {
		// As lists do, with one request first.
		const width = Math.min(parallel, 2 * (through + refusedAt.length) || 1);
		handleResponses(waiting > 0 ? width - 1 : responses.length - 1);
		if (waiting === 0) continue;
		waiting--;
		const since = again.shift() ?? asked++;
		await rateLimiter.acquire(since);
		const arrival = clock + latency / 2 + nextRandom() * jitter;
		const verdict = service.take('key', 'business', analytics, start + arrival);
		responses.push({
			due: arrival + latency / 2,
			handle: () => {
				rateLimiter.release();
				if (headers === 'always' || !verdict?.allowed) {
					rateLimiter.update({
						'x-ratelimit-limit': String(verdict?.limit),
						'x-ratelimit-remaining': String(verdict?.remaining),
					});
				}
				if (verdict?.allowed) {
					through++;
				} else {
					refusedAt.push(clock);
					waiting++;
					again.push(since);
					const retryAfter = Math.max(1, Math.ceil((verdict?.retryIn ?? 0) / 1000));
					rateLimiter.backOff(retryAfter * (1000 + nextRandom() * 250));
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

/** Milliseconds that so many requests take at least if four are accepted immediately, and then four a second. */
const MIN_TIME = ((EVENTS - 4) / 4) * 1000;

/** Milliseconds that a 429 costs: the wait that the service asks for, in whole seconds, and the round trip. */
const COST_OF_429 = 1650;

describe('a limit of four requests per second', () => {
	it('is used fully and rarely exceeded if the service states it', async () => {
		await fc.assert(
			fc.asyncProperty(conditions(true, fc.constant('always')), async (given) => {
				const { milliseconds, refused } = await run(EVENTS, given);
				expect(refused).toBeLessThan(EVENTS * 0.03);
				const slowest = EVENTS * (given.latency + given.jitter);
				if (slowest / given.parallel < MIN_TIME / 2) {
					expect(milliseconds).toBeLessThan(MIN_TIME * 1.07 + refused * COST_OF_429);
				}
			}),
			{ seed: 1, numRuns: atDepth(60, 300) },
		);
	});

	it('is read from the first 429 if no other response states it', async () => {
		await fc.assert(
			fc.asyncProperty(conditions(true, fc.constant('refusals')), async (given) => {
				const { milliseconds, refused } = await run(EVENTS, given);
				// Those in flight before the limit is known.
				expect(refused).toBeLessThanOrEqual(10);
				const slowest = EVENTS * (given.latency + given.jitter);
				if (slowest / given.parallel < MIN_TIME / 2)
					expect(milliseconds).toBeLessThan(MIN_TIME * 1.3);
			}),
			{ seed: 1, numRuns: atDepth(60, 300) },
		);
	});

	it('is rarely exceeded when requests arrive late', async () => {
		const late = conditions(true, fc.constant('refusals'), fc.constant(100));
		await fc.assert(
			fc.asyncProperty(late, async (given) => {
				const { refusedAt } = await run(10 * EVENTS, { ...given, latency: 100, parallel: 16 });
				const whenTheLimitIsKnown = refusedAt.filter((at) => at > 10_000);
				expect(whenTheLimitIsKnown.length).toBeLessThan(10 * EVENTS * 0.03);
			}),
			{ seed: 1, numRuns: atDepth(20, 100) },
		);
	});
});

describe('a limit of 1,200 requests per minute', () => {
	it.each(['always', 'refusals'] as const)(
		'allows a burst and is rarely exceeded (headers: %s)',
		async (headers) => {
			await fc.assert(
				fc.asyncProperty(conditions(false, fc.constant(headers)), async (given) => {
					const { refused } = await run(2000, given);
					expect(refused).toBeLessThan(200);
				}),
				{ seed: 1, numRuns: atDepth(10, 30) },
			);
		},
	);
});

describe('waiting requests', () => {
	it('are sent in order, a retry before later requests', async () => {
		const rateLimiter = new RateLimiter('analytics');
		rateLimiter.update({ 'x-ratelimit-limit': '4' });
		await rateLimiter.acquire(1);
		rateLimiter.backOff(5000);
		const order: number[] = [];
		const send = async (since: number) => {
			await rateLimiter.acquire(since);
			order.push(since);
			rateLimiter.release();
		};
		rateLimiter.release();
		await Promise.all([2, 3, 4, 1].map(send));
		expect(order).toEqual([1, 2, 3, 4]);
		expect(clock).toBeGreaterThanOrEqual(5750);
	});

	it('check their turn only when another one ends', async () => {
		const rateLimiter = new RateLimiter('general');
		for (let n = 0; n < 32; n++) await rateLimiter.acquire(n);
		const next = rateLimiter.acquire(32);
		const { mock } = jest.spyOn(performance, 'now');
		const before = mock.calls.length;
		for (let n = 0; n < 1000; n++) await Promise.resolve();
		const checks = mock.calls.length - before;
		rateLimiter.release();
		await next;
		expect(checks).toBe(0);
	});

	it('make way for the others when they are cancelled', async () => {
		const rateLimiter = new RateLimiter('general');
		const cancel = new AbortController();
		for (let n = 0; n < 32; n++) await rateLimiter.acquire(n);
		const cancelled = rateLimiter.acquire(32, { signal: cancel.signal });
		const next = rateLimiter.acquire(33);
		cancel.abort(new Error('cancelled'));
		await expect(cancelled).rejects.toThrow('cancelled');
		rateLimiter.release();
		await next;
	});
});

describe('a request that may wait only for a time', () => {
	const limited = async () => {
		clock = 1000;
		const rateLimiter = new RateLimiter('analytics');
		rateLimiter.update({ 'x-ratelimit-limit': '4' });
		await rateLimiter.acquire(0);
		rateLimiter.release();
		return rateLimiter;
	};
	const failure = async (wait: Promise<void>) =>
		await wait.then(() => undefined).catch((thrown: unknown) => thrown);

	it('fails immediately when too many go before it', async () => {
		const rateLimiter = await limited();
		for (let n = 1; n <= 40; n++) void rateLimiter.acquire(n).then(() => rateLimiter.release());
		const begin = clock;
		expect(await failure(rateLimiter.acquire(41, { deadline: () => begin + 9_000 }))).toMatchObject(
			{ wait: 10_009.5, isRequested: false },
		);
		expect(clock - begin).toBeLessThan(1_000);
		await rateLimiter.acquire(41, { deadline: () => begin + 11_000 });
	});

	it('fails immediately when the service asks for more while it waits', async () => {
		const rateLimiter = await limited();
		const begin = clock;
		rateLimiter.backOff(5_000);
		const waits = [1, 2, 3].map(
			async (n) => await failure(rateLimiter.acquire(n, { deadline: () => begin + 20_000 })),
		);
		rateLimiter.backOff(25_000);
		for (const thrown of await Promise.all(waits)) {
			expect(thrown).toMatchObject({ isRequested: true });
		}
		expect(clock - begin).toBeLessThanOrEqual(5_000);
	});

	it('fails when those in flight do not end', async () => {
		jest.restoreAllMocks();
		const rateLimiter = new RateLimiter('general');
		for (let n = 0; n < 32; n++) await rateLimiter.acquire(n);
		const deadline = performance.now() + 50;
		const wait = rateLimiter.acquire(32, { deadline: () => deadline });
		expect(await failure(wait)).toMatchObject({ isRequested: false });
	});
});

it('A limit is assumed only for analytics, and only until one is known', async () => {
	const sentAt = async (requestClass: 'analytics' | 'general', stated?: string, count = 3) => {
		clock = 1000;
		const rateLimiter = new RateLimiter(requestClass);
		rateLimiter.update({ 'x-ratelimit-limit': stated });
		const times: number[] = [];
		for (let n = 0; n < count; n++) {
			await rateLimiter.acquire(n, { assumedLimit: 4 });
			times.push(clock);
			rateLimiter.release();
		}
		return times;
	};
	expect(await sentAt('analytics')).toEqual([1000, 1251, 1501]);
	expect(await sentAt('general', undefined, 8)).toEqual(Array(8).fill(1000));
	expect(await sentAt('analytics', '10')).toEqual([1101, 1201, 1301]);
});

it('A request that is a little late does not delay the one after it', async () => {
	const rateLimiter = new RateLimiter('analytics');
	const send = async () => {
		await rateLimiter.acquire(clock);
		const sentAt = clock;
		rateLimiter.release();
		rateLimiter.update({ 'x-ratelimit-limit': '4' });
		return sentAt;
	};
	clock = 1000;
	await send();
	clock = 1350;
	expect(await send()).toBe(1350);
	expect(await send()).toBe(1501);
});

describe('room for more requests', () => {
	it('is half a limit per minute as long as no request was sent', async () => {
		clock = 1000;
		const rateLimiter = new RateLimiter('general');
		expect(rateLimiter.hasRoomFor(10_000)).toBe(true);
		rateLimiter.update({ 'x-ratelimit-limit': '600' });
		clock += 100;
		expect(rateLimiter.hasRoomFor(300)).toBe(true);
		expect(rateLimiter.hasRoomFor(302)).toBe(false);
		for (let n = 0; n < 100; n++) {
			await rateLimiter.acquire(n);
			rateLimiter.release();
		}
		expect(rateLimiter.hasRoomFor(200)).toBe(true);
		expect(rateLimiter.hasRoomFor(202)).toBe(false);
	});
});

it('A limit is kept while requests are sent, and while the service asks to wait', async () => {
	const limiterOf = () => rateLimiterFor('kept key', '/links');
	clock = 2_000_000;
	limiterOf().update({ 'x-ratelimit-limit': '60' });
	await limiterOf().acquire(clock);
	limiterOf().release();
	clock += 1_000;
	expect(limiterOf().hasRoomFor(1000)).toBe(false);
	limiterOf().backOff(1_200_000);
	clock += 700_000;
	expect(limiterOf().blockedFor).toBe(500_000);
});

it('A limit is forgotten after ten minutes without a request', () => {
	const limiterOf = () => rateLimiterFor('key', '/links');
	limiterOf().update({ 'x-ratelimit-limit': '60' });
	clock += 599_000;
	expect(limiterOf().hasRoomFor(1000)).toBe(false);
	clock += 2_000;
	expect(limiterOf().hasRoomFor(1000)).toBe(true);
});
