import type { IDataObject } from 'n8n-workflow';

const SHORTEST_WAIT = 1_000;
const LONGEST_WAIT = 120_000;

/**
 * Milliseconds that the service asks to wait, from `Retry-After` or else `X-RateLimit-Reset`.
 *
 * Seconds, epoch seconds, epoch milliseconds and HTTP dates all occur, so the notation is told by magnitude: the public
 * service sends the end of its window in epoch milliseconds where the contract says seconds to wait.
 *
 * @param headers lower-case names
 * @param now epoch milliseconds
 * @returns between 1 and 120 seconds; undefined when no header says anything
 */
export function requestedWait(headers: IDataObject, now: number): number | undefined {
	const wait =
		parseWait(headers['retry-after'], now) ?? parseWait(headers['x-ratelimit-reset'], now);
	return wait === undefined ? undefined : Math.min(Math.max(wait, SHORTEST_WAIT), LONGEST_WAIT);
}

function parseWait(value: unknown, now: number): number | undefined {
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const text = String(value).trim();
	if (text === '') return undefined;
	const amount = Number(text);
	if (Number.isNaN(amount)) {
		const date = Date.parse(text);
		return Number.isNaN(date) ? undefined : date - now;
	}
	if (amount >= 1e12) return amount - now;
	if (amount >= 1e9) return amount * 1000 - now;
	return amount * 1000;
}

/**
 * Milliseconds before the next attempt after a 429. What the service asks for counts, but each time at least as long as
 * the back-off: a key that is never let in must not be tried every second.
 *
 * @param attempt 0 for the first one that was refused
 */
export function rateLimitWait(headers: IDataObject, attempt: number, now: number): number {
	const requested = requestedWait(headers, now);
	if (requested === undefined) return backOff(attempt);
	const spread = Math.random() * SHORTEST_WAIT;
	return Math.max(requested + spread, attempt === 0 ? 0 : backOff(attempt));
}

/** Exponential, with up to half of it at random, so that parallel callers do not come back together. */
export function backOff(attempt: number): number {
	const wait = SHORTEST_WAIT * 2 ** attempt;
	return Math.min(wait + (wait / 2) * Math.random(), LONGEST_WAIT);
}
