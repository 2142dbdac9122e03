import { expect } from '@jest/globals';
import type { RawResponse, Row } from './row.ts';

function expectHeaders({ headers }: RawResponse, limit: number, window: number): void {
	expect(headers.get('x-ratelimit-limit')).toBe(String(limit));
	const remaining = Number(headers.get('x-ratelimit-remaining'));
	expect(remaining).toBeGreaterThanOrEqual(0);
	expect(remaining).toBeLessThan(limit);
	const reset = headers.get('x-ratelimit-reset') ?? '';
	expect(reset).toMatch(/^\d{10}$/);
	const seconds = Number(reset) - Date.now() / 1000;
	expect(seconds).toBeGreaterThan(-1);
	expect(seconds).toBeLessThanOrEqual(window + 1);
}

/** The contract's table; Enterprise values are not part of it. */
const GENERAL = { free: 60, pro: 600, business: 1200, advanced: 3000 };
const ANALYTICS = { business: 4, advanced: 8 };

export const limitRows: Row[] = [
	...Object.entries(GENERAL).map(([plan, limit]): Row => ({
		name: `general limit of the plan ${plan}`,
		as: `${plan}/owner`,
		path: '/folders',
		check: (response) => {
			expectHeaders(response, limit, 60);
			expect(response.headers.get('x-ratelimit-remaining')).toBe(String(limit - 1));
			expect(response.headers.get('retry-after')).toBeNull();
		},
	})),
	...Object.entries(ANALYTICS).map(([plan, limit]): Row => ({
		name: `analytics limit of the plan ${plan}`,
		as: `${plan}/owner`,
		path: '/events?limit=1',
		check: (response) => {
			expectHeaders(response, limit, 1);
		},
	})),
	{
		name: 'a request that the Pro plan does not include has analytics limit headers',
		as: 'pro/owner',
		path: '/events',
		status: 403,
		check: (response) => {
			expectHeaders(response, 2, 1);
		},
	},
	{
		name: 'errors have rate limit headers',
		method: 'DELETE',
		path: '/links/link_unknown',
		status: 404,
		check: (response) => {
			expectHeaders(response, 1200, 60);
		},
	},
	{
		name: 'each request is counted',
		path: '/folders?pageSize=1',
		repeat: 9,
		check: ({ headers }) => {
			expect(Number(headers.get('x-ratelimit-remaining'))).toBeLessThanOrEqual(1191);
		},
	},
	{
		name: 'the 60th request of the Free plan',
		as: 'free/owner',
		path: '/folders',
		repeat: 59,
	},
	{
		name: 'the 61st request of the Free plan',
		as: 'free/owner',
		path: '/folders',
		repeat: 60,
		status: 429,
		check: (response) => {
			expectHeaders(response, 60, 60);
			expect(response.headers.get('x-ratelimit-remaining')).toBe('0');
			const retryAfter = response.headers.get('retry-after') ?? '';
			expect(retryAfter).toMatch(/^\d{1,3}$/);
			expect(Number(retryAfter)).toBeGreaterThanOrEqual(1);
			expect(Number(retryAfter)).toBeLessThanOrEqual(120);
		},
	},
	{
		name: 'the Free plan after waiting for Retry-After',
		as: 'free/owner',
		path: '/folders',
		repeat: 60,
		alone: true,
		status: 429,
		check: async ({ headers }, { sandbox, call }) => {
			sandbox.clock.advance(Number(headers.get('retry-after')) * 1000);
			expect((await call('GET', '/folders')).status).toBe(200);
		},
	},
	{
		name: 'more event requests per second than the plan allows',
		path: '/events?limit=1',
		repeat: 10,
		status: 429,
		check: async (response, { call }) => {
			expectHeaders(response, 4, 1);
			expect(response.headers.get('retry-after')).toMatch(/^[12]$/);
			expect((await call('GET', '/folders')).status).toBe(200);
		},
	},
];
