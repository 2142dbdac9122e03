/**
 * Does `work` for 0, 1, ... `count` - 1, at most `width` of them at the same time, begun in this order.
 *
 * @param work tells whether to go on; after `false` nothing more is begun, what runs is waited for
 */
export async function inParallel(
	count: number,
	width: number,
	work: (index: number) => Promise<boolean>,
): Promise<void> {
	let next = 0;
	const worker = async () => {
		while (next < count) {
			if (!(await work(next++))) next = count;
		}
	};
	await Promise.all(Array.from({ length: Math.min(width, count) }, worker));
}
