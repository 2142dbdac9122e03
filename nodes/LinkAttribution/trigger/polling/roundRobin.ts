import type { PageRead, PageRequest, Reading } from './cursor';

export interface Task<Item> {
	reading: Reading<Item>;
	readPage(request: PageRequest): Promise<PageRead<Item>>;
}

export interface Outcome {
	/** How many pages were read. */
	pages: number;
	/** Why the reading ended early. */
	error?: unknown;
}

/**
 * Reads a page for each task in turn for as long as there is time, so that the time that one does not need goes to the
 * others. The first page of all is read in any case. A task that fails does not end the others.
 *
 * @param isForAll whether an error would meet the other tasks, too
 * @returns what became of each task, and which of them should be the first one next time
 */
export async function takeTurns<Item>(
	tasks: Array<Task<Item>>,
	hasTime: () => boolean,
	isForAll: (error: unknown) => boolean = () => false,
): Promise<{ outcomes: Outcome[]; next: number }> {
	const outcomes: Outcome[] = tasks.map(() => ({ pages: 0 }));
	const steps = tasks.map(({ reading }) => reading.next());
	let next = 0;
	let isStopped = false;
	while (!isStopped && steps.some(({ done }) => !done)) {
		for (const [index, task] of tasks.entries()) {
			const step = steps[index];
			if (step.done) continue;
			const isFirst = outcomes.every(({ pages, error }) => pages === 0 && error === undefined);
			isStopped = !isFirst && !hasTime();
			if (isStopped) break;
			next = (index + 1) % tasks.length;
			try {
				const page = await task.readPage(step.value);
				outcomes[index].pages += 1;
				steps[index] = task.reading.next(page);
			} catch (error) {
				outcomes[index].error = error;
				steps[index] = { done: true, value: undefined };
				isStopped = isForAll(error);
				if (isStopped) break;
			}
		}
	}
	return { outcomes, next };
}
