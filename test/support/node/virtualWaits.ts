import { jest } from '@jest/globals';
import * as n8nWorkflow from 'n8n-workflow';

/** Milliseconds; shorter waits are not returned. */
const SHORTEST_WAIT = 200;

/** The node waits only with `sleep`, which is exported as a getter. */
const exported = n8nWorkflow as unknown as { readonly sleep: unknown };

let ahead = 0;

/** Replaces `Date.now`. Another file of the same process can have left one that it replaced. */
let movedNow: typeof Date.now | undefined;

let isStopped = false;

/**
 * Runs `work` with virtual waits: each wait of the node ends immediately and advances the clocks. They stay advanced, so
 * that the times that the rate limiter stored are not in the future. Requests are real.
 *
 * @returns its result and the length of each wait in milliseconds
 */
export async function withVirtualWaits<T>(
	work: () => Promise<T>,
): Promise<{ result: T; waits: number[] }> {
	passTime(0);
	const waits: number[] = [];
	const passBy = async (milliseconds: number) => {
		if (milliseconds >= SHORTEST_WAIT) waits.push(milliseconds);
		await new Promise((resolve) => setTimeout(resolve));
		passTime(milliseconds);
	};
	const sleep = jest.spyOn(exported, 'sleep', 'get').mockReturnValue(passBy);
	try {
		return { result: await work(), waits };
	} finally {
		sleep.mockRestore();
	}
}

/**
 * Runs `work` with virtual waits that can overlap: while no requests are sent, the clocks advance to the end of the wait
 * that ends first.
 *
 * @param sent number of requests that were sent, each with an immediate response
 */
export async function withOverlappingWaits<T>(
	work: () => Promise<T>,
	sent: () => number,
): Promise<T> {
	passTime(0);
	const waits: Array<{ end: number; wake: () => void }> = [];
	const wait = async (milliseconds: number) =>
		await new Promise<void>((wake) => {
			waits.push({ end: performance.now() + milliseconds, wake });
		});
	const sleep = jest.spyOn(exported, 'sleep', 'get').mockReturnValue(wait);
	const outcome = { hasEnded: false };
	const working = work().finally(() => (outcome.hasEnded = true));
	try {
		for (let idle = 0, before = 0; !outcome.hasEnded; before = sent()) {
			await new Promise((resolve) => setTimeout(resolve, 2));
			// A response that has been sent is not read yet.
			idle = sent() === before ? idle + 1 : 0;
			if (idle < 5) continue;
			idle = 0;
			waits.sort((a, b) => a.end - b.end);
			const [next] = waits.splice(0, 1);
			if (!next) continue;
			passTime(Math.max(0, next.end - performance.now()));
			next.wake();
		}
		return await working;
	} finally {
		sleep.mockRestore();
	}
}

/** Lets the process end while the node waits, e.g. until it records an execution once more. */
export function waitInBackground(): void {
	const wait = async (milliseconds: number) =>
		await new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
	jest.spyOn(exported, 'sleep', 'get').mockReturnValue(wait);
}

/** Advances the clocks permanently. */
export function passTime(milliseconds: number): void {
	if (Date.now !== movedNow) {
		moveOn(Date);
		moveOn(performance);
		movedNow = Date.now;
	}
	ahead += Math.ceil(milliseconds);
}

/** Whether only `passTime` advances the clocks, so that the load of the machine does not matter. */
export function stopTime(stopped: boolean): void {
	passTime(0);
	isStopped = stopped;
}

function moveOn(clock: { now: () => number }): void {
	const now = clock.now.bind(clock);
	let time = now();
	jest.spyOn(clock, 'now').mockImplementation(() => {
		if (!isStopped) time = now();
		return time + ahead;
	});
}
