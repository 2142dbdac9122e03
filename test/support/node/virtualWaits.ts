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
