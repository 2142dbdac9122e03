import type { IDataObject } from 'n8n-workflow';

const SHORTEST_WAIT = 1_000;
const LONGEST_BACK_OFF = 60_000;

/** A `Date` header is up to a second old; clocks that differ by more are not the same. */
const SAME_CLOCK = 5_000;

/**
 * Milliseconds that the service asks to wait, from `Retry-After` or else `X-RateLimit-Reset`.
 *
 * Seconds, epoch seconds, epoch milliseconds and HTTP dates all occur, so the notation is told by magnitude: the public
 * service sends the end of its window in epoch milliseconds where the contract says seconds to wait. Instants are
 * compared with the service's own clock where its `Date` header shows that ours is another.
 *
 * @param headers lower-case names
 * @param now epoch milliseconds
 * @returns at least a second; undefined when no header says anything
 */
export function requestedWait(headers: IDataObject, now: number): number | undefined {
	const date = Date.parse(String(headers.date));
	const serviceNow = Math.abs(date - now) > SAME_CLOCK ? date : now;
	const wait =
		parseWait(headers['retry-after'], serviceNow) ??
		parseWait(headers['x-ratelimit-reset'], serviceNow);
	return wait === undefined ? undefined : Math.max(wait, SHORTEST_WAIT);
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
	if (requested === undefined) return backOff(attempt, SHORTEST_WAIT);
	const spread = Math.random() * Math.min(SHORTEST_WAIT, requested / 4);
	return Math.max(requested + spread, attempt === 0 ? 0 : backOff(attempt, SHORTEST_WAIT));
}

/**
 * Exponential, with up to half of it at random, so that parallel callers do not come back together.
 *
 * @param first milliseconds before the first repetition
 */
export function backOff(attempt: number, first: number, longest = LONGEST_BACK_OFF): number {
	const wait = Math.min(first * 2 ** attempt, longest);
	return wait + (wait / 2) * Math.random();
}
