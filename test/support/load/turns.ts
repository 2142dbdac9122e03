/** Milliseconds of processor time that this thread has used, whatever else runs on the machine. */
export function threadTime(): number {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1000;
}

/**
 * Runs `work`, and measures for how long it keeps the process from other work.
 *
 * @returns its result, and the longest turn of the event loop in milliseconds of processor time
 */
export async function withLongestTurn<T>(
	work: () => Promise<T>,
): Promise<{ result: T; longest: number }> {
	let longest = 0;
	let before = threadTime();
	let isDone = false;
	const look = () => {
		const now = threadTime();
		longest = Math.max(longest, now - before);
		before = now;
		if (!isDone) setImmediate(look);
	};
	setImmediate(look);
	try {
		const result = await work();
		return { result, longest };
	} finally {
		isDone = true;
	}
}
