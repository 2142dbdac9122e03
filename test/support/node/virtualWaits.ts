import { jest } from '@jest/globals';
import * as n8nWorkflow from 'n8n-workflow';

/** Milliseconds; shorter waits are not worth telling. */
const SHORTEST_WAIT = 200;

let ahead = 0;

let isStopped = false;

/**
 * Runs `work` while each wait of the node passes by at once, and the clocks go on by as much, for good: what the node
 * remembers of its pace must not lie in the future of what comes after. Requests really happen.
 *
 * @returns its result and how long each wait would have been, in milliseconds
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
	// All waits of the node go through it; it is exported as a getter.
	const exported = n8nWorkflow as unknown as { readonly sleep: unknown };
	const sleep = jest.spyOn(exported, 'sleep', 'get').mockReturnValue(passBy);
	try {
		return { result: await work(), waits };
	} finally {
		sleep.mockRestore();
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

/** Whether the clocks stand still but for `passTime`, so that it does not matter how busy the machine is. */
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
