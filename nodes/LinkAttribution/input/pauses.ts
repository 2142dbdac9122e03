import { sleep } from 'n8n-workflow';

/** Other executions, webhooks, and the editor wait while n8n's event loop is blocked. */
const MAX_BLOCK_MS = 25;

/** Loops that wait for their turn. */
let waiting = 0;

/**
 * Pauses of a loop over many items: n8n takes up to a millisecond for each expression, and never waits meanwhile. Loops
 * that run at the same time, e.g. over pages that are read ahead, share what one of them may block.
 */
export function pauses(): () => Promise<void> {
	let since = performance.now();
	let current: Promise<void> | undefined;
	const pause = async () => {
		const others = waiting++;
		// Longer than their turns: Node.js runs timers one after the other as long as one is due (`processTimers`).
		await sleep(Math.ceil((MAX_BLOCK_MS * others) / (others + 1)));
		waiting--;
		since = performance.now();
		current = undefined;
	};
	return async () => {
		// One for all that run in parallel in the loop.
		if (performance.now() - since >= MAX_BLOCK_MS / (waiting + 1)) await (current ??= pause());
	};
}
