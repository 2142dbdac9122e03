import { sleep } from 'n8n-workflow';

/** Milliseconds. Other executions, webhooks, and the editor wait while n8n's event loop is blocked. */
const MAX_BLOCK_MS = 25;

/** Pauses of a loop over many items: n8n takes up to a millisecond for each expression, and never waits meanwhile. */
export function pauses(): () => Promise<void> {
	let since = performance.now();
	let current: Promise<void> | undefined;
	const pause = async () => {
		await sleep(0);
		since = performance.now();
		current = undefined;
	};
	return async () => {
		// One for all that run in parallel, which would otherwise block one after the other.
		if (performance.now() - since >= MAX_BLOCK_MS) await (current ??= pause());
	};
}
