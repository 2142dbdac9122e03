import { setImmediate } from 'node:timers/promises';
import { jest } from '@jest/globals';

/** Longer than any wait before a retry, shorter than the timeout of n8n's requests. */
const LONGEST_WAIT = 200_000;

/**
 * Runs `work` while all waits pass by at once; requests really happen.
 *
 * @returns its result and how long each wait would have been, in milliseconds
 */
export async function withVirtualWaits<T>(
	work: () => Promise<T>,
): Promise<{ result: T; waits: number[] }> {
	jest.useFakeTimers({
		doNotFake: [
			'Date',
			'hrtime',
			'nextTick',
			'performance',
			'queueMicrotask',
			'setImmediate',
			'clearImmediate',
			'setInterval',
			'clearInterval',
		],
	});
	const setTimeout = jest.spyOn(globalThis, 'setTimeout');
	try {
		let finished = false;
		const running = work().finally(() => {
			finished = true;
		});
		while (!finished) {
			await jest.advanceTimersByTimeAsync(500);
			await setImmediate();
		}
		const waits = setTimeout.mock.calls
			.map(([, wait]) => wait ?? 0)
			.filter((wait) => wait >= 500 && wait <= LONGEST_WAIT);
		return { result: await running, waits };
	} finally {
		setTimeout.mockRestore();
		jest.useRealTimers();
	}
}
