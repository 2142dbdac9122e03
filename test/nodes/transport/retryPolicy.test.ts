import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
	backOff,
	rateLimitWait,
	requestedWait,
	RetryPolicy,
} from '../../../nodes/LinkAttribution/transport/retryPolicy';

const NOW = Date.UTC(2026, 0, 31, 12);

describe('the wait requested by the service', () => {
	it.each<[string, Record<string, unknown>, number | undefined]>([
		['seconds', { 'retry-after': '5' }, 5000],
		['seconds as a number', { 'retry-after': 5 }, 5000],
		['epoch seconds', { 'retry-after': String(NOW / 1000 + 5) }, 5000],
		['epoch milliseconds', { 'retry-after': String(NOW + 5000) }, 5000],
		['an HTTP date', { 'retry-after': new Date(NOW + 5000).toUTCString() }, 5000],
		['the reset in epoch seconds', { 'x-ratelimit-reset': String(NOW / 1000 + 5) }, 5000],
		['the reset in epoch milliseconds', { 'x-ratelimit-reset': String(NOW + 5000) }, 5000],
		[
			'Retry-After in preference to the reset',
			{ 'retry-after': '5', 'x-ratelimit-reset': '9' },
			5000,
		],
		[
			'the reset if Retry-After is unreadable',
			{ 'retry-after': 'x', 'x-ratelimit-reset': '9' },
			9000,
		],
		['at least a second', { 'retry-after': '0' }, 1000],
		['at least a second for a time in the past', { 'retry-after': String(NOW - 5000) }, 1000],
		['a very long wait', { 'retry-after': '100000' }, 100_000_000],
		[
			'a date by the clock of the service, if ours is behind',
			{ 'retry-after': String(NOW + 65_000), date: new Date(NOW + 60_000).toUTCString() },
			5000,
		],
		[
			'a date by the clock of the service, if ours is ahead',
			{ 'x-ratelimit-reset': String(NOW / 1000 - 55), date: new Date(NOW - 60_000).toUTCString() },
			5000,
		],
		[
			'a date by our clock, if both clocks are close',
			{ 'retry-after': String(NOW + 5000), date: new Date(NOW - 4000).toUTCString() },
			5000,
		],
		['nothing without a header', {}, undefined],
		['nothing for an empty header', { 'retry-after': ' ' }, undefined],
		['nothing for an unreadable header', { 'retry-after': 'soon' }, undefined],
	])('%s', (_, headers, wait) => {
		expect(requestedWait(headers as Record<string, string>, NOW)).toBe(wait);
	});

	it('has jitter, and grows if it was too short', () => {
		const headers = { 'retry-after': '1' };
		for (let n = 0; n < 50; n++) {
			const first = rateLimitWait(headers, 0, NOW);
			expect(first).toBeGreaterThanOrEqual(1000);
			expect(first).toBeLessThanOrEqual(2000);
			expect(rateLimitWait(headers, 4, NOW)).toBeGreaterThanOrEqual(16_000);
			expect(rateLimitWait({ 'retry-after': '90' }, 1, NOW)).toBeGreaterThanOrEqual(90_000);
		}
	});

	it('doubles without a header, up to a minute', () => {
		for (let attempt = 0; attempt < 12; attempt++) {
			const least = Math.min(1000 * 2 ** attempt, 60_000);
			const wait = rateLimitWait({}, attempt, NOW);
			expect(wait).toBeGreaterThanOrEqual(least);
			expect(wait).toBeLessThanOrEqual(least * 1.5);
		}
	});

	it('starts and ends at the limits of the back-off', () => {
		for (let attempt = 0; attempt < 12; attempt++) {
			const least = Math.min(250 * 2 ** attempt, 8000);
			const wait = backOff(attempt, 250, 8000);
			expect(wait).toBeGreaterThanOrEqual(least);
			expect(wait).toBeLessThanOrEqual(least * 1.5);
		}
	});
});

describe('server errors and broken connections', () => {
	const MINUTE = 60_000;
	const unavailable = { status: 503, message: 'Not now.', headers: {} };
	const reset = { code: 'ECONNRESET', message: 'Reset.', headers: {} };

	let clock = 0;

	beforeEach(() => {
		clock = 1000;
		jest.spyOn(performance, 'now').mockImplementation(() => clock);
	});
	afterEach(() => {
		jest.restoreAllMocks();
	});

	it.each([unavailable, reset])('are not retried a minute after the first: %j', (failure) => {
		const policy = new RetryPolicy('GET', () => 60 * MINUTE);
		clock += 2 * MINUTE;
		expect(policy.after(failure)).toBeGreaterThan(0);
		clock += MINUTE / 2;
		expect(policy.after(failure)).toBeGreaterThan(0);
		clock += MINUTE / 2;
		expect(policy.after(failure)).toEqual({});
	});

	it('are not retried when the waits for rate limits took all that is allowed', () => {
		const policy = new RetryPolicy('GET', () => 5000);
		const limited = { status: 429, message: 'Wait.', headers: { 'retry-after': '3' } };
		const begin = clock;
		clock += Number(policy.after(limited));
		expect(clock - begin).toBeGreaterThanOrEqual(3000);
		for (let waits = 0; ; waits++) {
			expect(waits).toBeLessThan(4);
			const wait = policy.after(unavailable);
			if (typeof wait !== 'number') break;
			clock += wait;
		}
		expect(clock).toBeLessThanOrEqual(5000);
	});
});
