import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sampleKey } from '../../../sandbox/data/lookup.ts';
import { RateLimiter } from '../../../sandbox/http/rateLimiter.ts';
import { useSandboxForEach } from '../../support/sandbox/useSandbox.ts';

const sandbox = useSandboxForEach({ sampleData: { seed: 1, events: 20 } });

beforeEach(async () => {
	// A whole window lies ahead of each test, however slow the machine is.
	sandbox.clock.stop();
	sandbox.clock.advance(60_000 - (sandbox.clock.now() % 60_000));
});

async function get(path: string, workspace: string, key = 'owner'): Promise<Response> {
	const authorization = `Bearer ${sampleKey(sandbox.db, workspace, key)}`;
	const response = await fetch(sandbox.url + path, { headers: { authorization } });
	await response.arrayBuffer();
	return response;
}

/** Uses up what the Free plan has for a minute. */
async function exhaust(): Promise<Response> {
	for (let i = 0; i < 60; i++) await get('/folders', 'free');
	return await get('/folders', 'free');
}

function header(response: Response, name: string): number {
	return Number(response.headers.get(name));
}

describe('rate limits', () => {
	it('apply per key', async () => {
		expect((await exhaust()).status).toBe(429);
		expect((await get('/folders', 'free', 'readonly')).status).toBe(200);
	});

	it('do not count rejected requests', async () => {
		await exhaust();
		const before = await get('/folders', 'free');
		await exhaust();
		const after = await get('/folders', 'free');
		expect(after.status).toBe(429);
		expect(header(after, 'retry-after')).toBeLessThanOrEqual(header(before, 'retry-after'));
	});

	it('use a sliding window that restores half of the budget after half a window', async () => {
		await exhaust();
		// The window in which the budget was used, and half of the next.
		sandbox.clock.advance(90_000);
		const response = await get('/folders', 'free');
		expect([response.status, header(response, 'x-ratelimit-remaining')]).toEqual([200, 29]);
	});

	it.each([
		['/folders', { free: 60, pro: 600, business: 1200, advanced: 3000 }, 60],
		['/events', { pro: 2, business: 4, advanced: 8 }, 1],
		// Errors, too.
		['/links/info?linkId=x', { business: 1200 }, 60],
	])('%s has the headers of the plan', async (path, limits, window) => {
		for (const [plan, limit] of Object.entries(limits)) {
			const response = await get(path, plan);
			const seconds = header(response, 'x-ratelimit-reset') - sandbox.clock.now() / 1000;
			expect([plan, header(response, 'x-ratelimit-limit')]).toEqual([plan, limit]);
			expect(header(response, 'x-ratelimit-remaining')).toBe(limit - 1);
			expect(seconds).toBe(window);
			expect(response.headers.get('retry-after')).toBeNull();
		}
	});

	it('refuse the 61st request of the Free plan until Retry-After', async () => {
		for (let i = 0; i < 60; i++) expect((await get('/folders', 'free')).status).toBe(200);
		const refused = await get('/folders', 'free');
		expect([refused.status, header(refused, 'x-ratelimit-remaining')]).toEqual([429, 0]);
		expect(refused.headers.get('retry-after')).toMatch(/^\d{1,3}$/);
		sandbox.clock.advance(header(refused, 'retry-after') * 1000);
		expect((await get('/folders', 'free')).status).toBe(200);
	});

	it('have separate budgets for analytics and other requests', async () => {
		sandbox.limits = { analytics: 0 };
		expect((await get('/events', 'business')).status).toBe(429);
		const response = await get('/folders', 'business');
		expect(header(response, 'x-ratelimit-remaining')).toBe(1199);
	});
});

describe('the sliding window', () => {
	const start = 1_700_000_000_000;

	it('allows exactly the limit for a client that keeps sending requests', () => {
		const limiter = new RateLimiter();
		const allowed = Array.from({ length: 20 }, () => 0);
		for (let ms = 0; ms < 20_000; ms++) {
			if (limiter.take('key', 'business', true, start + ms)?.allowed) {
				allowed[Math.floor(ms / 1000)] += 1;
			}
		}
		expect(new Set(allowed)).toEqual(new Set([4]));
	});

	it('reports the millisecond when the next request is allowed', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: 1, max: 20 }),
				fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 30, maxLength: 60 }),
				(analytics, pauses) => {
					const limiter = new RateLimiter({ analytics });
					let now = start;
					for (const pause of pauses) {
						now += pause;
						const verdict = limiter.take('key', 'free', true, now);
						if (verdict?.allowed !== false) continue;
						now += verdict.retryIn - 1;
						expect(limiter.take('key', 'free', true, now)?.allowed).toBe(false);
						now += 1;
						expect(limiter.take('key', 'free', true, now)?.allowed).toBe(true);
					}
				},
			),
		);
	});
});

describe('configured limits', () => {
	it('apply to all plans and can be set at runtime', async () => {
		sandbox.limits = { general: 3, analytics: 0 };
		const statuses = [];
		for (let i = 0; i < 4; i++) statuses.push((await get('/folders', 'enterprise')).status);
		expect(statuses).toEqual([200, 200, 200, 429]);
		expect((await get('/events', 'enterprise')).status).toBe(429);
	});

	it('default to those of the plan', async () => {
		sandbox.limits = { analytics: 100 };
		for (let i = 0; i < 20; i++) expect((await get('/events', 'business')).status).toBe(200);
		expect(header(await get('/folders', 'business'), 'x-ratelimit-limit')).toBe(1200);
	});

	it('can be turned off, which also removes the rate limit headers', async () => {
		sandbox.limits = 'off';
		const response = await exhaust();
		expect(response.status).toBe(200);
		const sent = [...response.headers.keys()].filter((name) => /ratelimit|retry/.test(name));
		expect(sent).toEqual([]);
	});
});

describe('quirks', () => {
	it('retryAfter and rateLimitReset use epoch milliseconds, including on success', async () => {
		sandbox.quirks.retryAfter = 'epochMilliseconds';
		sandbox.quirks.rateLimitReset = 'epochMilliseconds';
		const response = await get('/folders', 'business');
		expect(response.status).toBe(200);
		for (const name of ['retry-after', 'x-ratelimit-reset']) {
			const wait = header(response, name) - sandbox.clock.now();
			expect(wait).toBeGreaterThan(-1000);
			expect(wait).toBeLessThanOrEqual(60_000);
		}
	});

	it('rateLimitHeaders sends the headers like the real service or never', async () => {
		sandbox.quirks.rateLimitHeaders = 'asReal';
		expect((await get('/folders', 'business')).headers.has('x-ratelimit-limit')).toBe(true);
		expect((await get('/events', 'business')).headers.has('x-ratelimit-limit')).toBe(false);
		expect((await get('/events?limit=0', 'business')).headers.has('x-ratelimit-limit')).toBe(true);
		sandbox.quirks.rateLimitHeaders = 'never';
		const refused = await exhaust();
		expect(refused.status).toBe(429);
		expect(refused.headers.has('x-ratelimit-limit')).toBe(false);
		expect(refused.headers.has('retry-after')).toBe(false);
	});

	it('freePlanEvents returns 429 instead of 403', async () => {
		expect((await get('/events', 'free')).status).toBe(403);
		sandbox.quirks.freePlanEvents = 429;
		expect((await get('/events', 'free')).status).toBe(429);
	});
});
