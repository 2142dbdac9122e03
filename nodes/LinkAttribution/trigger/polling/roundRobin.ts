import type { PageRead, PageRequest, Reading } from './cursor';
import { isForAllKinds } from './failure';

export interface Task<Item> {
	reading: Reading<Item>;
	readPage(request: PageRequest): Promise<PageRead<Item>>;
}

export interface Outcome {
	/** Number of pages that were read. */
	pages: number;
	/** Why reading ended early. */
	error?: unknown;
}

/**
 * Alternates between the tasks page by page while there is time, so that short tasks leave their time to the others. The
 * first page is read in any case. A task that fails does not end the others, unless they would fail with the same error.
 *
 * @returns the outcome of each task, and the index of the task that should be first next time
 */
export async function readRoundRobin<Item>(
	tasks: Array<Task<Item>>,
	hasTime: () => boolean,
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
				isStopped = isForAllKinds(error);
				if (isStopped) break;
			}
		}
	}
	return { outcomes, next };
}
