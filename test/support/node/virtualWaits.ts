import { jest } from '@jest/globals';

/** Anything shorter belongs to the machinery around the node. */
const SHORTEST_WAIT = 200;

/** Seconds that no wait has, for the option Timeout. */
export const SHORT_TIMEOUT = 2.357;

/** The timeouts of the node's requests, which are no waits. */
const TIMEOUTS = [25_000, 120_000, SHORT_TIMEOUT * 1000];

let ahead = 0;

/**
 * Runs `work` while each wait passes by at once, and the clocks go on by as much, for good: what the node remembers of
 * its pace must not lie in the future of what comes after. Requests really happen.
 *
 * @returns its result and how long each wait would have been, in milliseconds
 */
export async function withVirtualWaits<T>(
	work: () => Promise<T>,
): Promise<{ result: T; waits: number[] }> {
	passTime(0);
	const realSetTimeout = globalThis.setTimeout;
	const waits: number[] = [];
	const timers = jest.spyOn(globalThis, 'setTimeout').mockImplementation(((
		callback: () => void,
		delay = 0,
	) => {
		if (delay < SHORTEST_WAIT || TIMEOUTS.includes(delay)) return realSetTimeout(callback, delay);
		waits.push(delay);
		return realSetTimeout(() => {
			passTime(delay);
			callback();
		}, 0);
	}) as typeof setTimeout);
	try {
		return { result: await work(), waits };
	} finally {
		timers.mockRestore();
	}
}

/** Lets the clocks go on by some milliseconds, for good. */
export function passTime(milliseconds: number): void {
	if (!jest.isMockFunction(Date.now)) {
		moveOn(Date);
		moveOn(performance);
	}
	ahead += milliseconds;
}

function moveOn(clock: { now: () => number }): void {
	const now = clock.now.bind(clock);
	jest.spyOn(clock, 'now').mockImplementation(() => now() + ahead);
}
