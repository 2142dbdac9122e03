import { sleep } from 'n8n-workflow';

/**
 * Splits a list into batches.
 *
 * @param size of a batch at most
 * @param keyOf what the items of a batch must have in common
 * @returns the indexes of the items of each batch
 */
export function batchesOf<Item>(
	items: Item[],
	size: number,
	keyOf: (item: Item) => string = () => '',
): number[][] {
	const groups = new Map<string, number[]>();
	items.forEach((item, index) => {
		const key = keyOf(item);
		const group = groups.get(key);
		if (group) group.push(index);
		else groups.set(key, [index]);
	});
	return [...groups.values()].flatMap((group) =>
		Array.from({ length: Math.ceil(group.length / size) }, (_, n) =>
			group.slice(n * size, (n + 1) * size),
		),
	);
}

/**
 * Runs `work` for 0, 1, ... `count` - 1 in this order, with at most `concurrency` of them at the same time.
 *
 * @param work returns whether to continue; after `false` nothing more is started, and what runs is awaited
 */
export async function inParallel(
	count: number,
	concurrency: number,
	work: (index: number) => Promise<boolean>,
): Promise<void> {
	let next = 0;
	const pause = pauses();
	const worker = async () => {
		while (next < count) {
			if (!(await work(next++))) next = count;
			await pause();
		}
	};
	await Promise.all(Array.from({ length: Math.min(concurrency, count) }, worker));
}

/** Milliseconds. Other executions, webhooks, and the editor wait while n8n's event loop is blocked. */
const MAX_BLOCK_MS = 25;

/** For a loop over many items: n8n takes up to a millisecond for each expression, and never waits meanwhile. */
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
