import { pauses } from '../input/pauses';

/** The indexes of the items of each batch. */
export interface Batches {
	batches: number[][];
	/** Whether each begins after the one before it. */
	isOrdered?: boolean;
}

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
 * Splits a list into batches to be sent in rounds: what names the same object comes after what names it before, unless it
 * is the same, so that the last change of an object applies.
 *
 * @param size of a batch at most
 * @param nameOf of the object; undefined if no other item can name it
 * @param textOf equal for items that are the same; by default, none are
 * @param keyOf what the items of a batch must have in common
 * @returns the indexes of the items of each batch
 */
export function batchesInRounds<Item>(
	items: Item[],
	size: number,
	nameOf: (item: Item) => string | undefined,
	textOf?: (item: Item) => string,
	keyOf: (item: Item) => string = () => '',
): Batches {
	const latest = new Map<string, { text?: string; round: number }>();
	const rounds = items.map((item) => {
		const name = nameOf(item);
		if (name === undefined) return 0;
		const text = textOf?.(item);
		const before = latest.get(name);
		const isSame = text !== undefined && before?.text === text;
		const round = before === undefined ? 0 : before.round + Number(!isSame);
		latest.set(name, { text, round });
		return round;
	});
	const batches = batchesOf([...items.keys()], size, (n) => `${rounds[n]} ${keyOf(items[n])}`);
	batches.sort(([a], [b]) => rounds[a] - rounds[b]);
	return { batches, isOrdered: rounds.some((round) => round > 0) };
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
