import { pauses } from '../input/pauses';

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
