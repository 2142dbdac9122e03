import type { IPollFunctions } from 'n8n-workflow';
import { pollBudget } from '../n8nQuirks';
import type { Reading } from './cursor/state';
import type { PageRead, PageRequest } from './page';
import { isForAllKinds } from './failure';

/** Milliseconds, although n8n allows 5 minutes: the first poll is part of a publication, which fails after 84 seconds. */
const MAX_BUDGET_MS = 60_000;
/** The rest of the budget is for n8n to store the events. */
const BUDGET_SHARE = 0.8;

/** When a poll must stop reading. @param begin of the poll; both by `performance.now()` */
export function deadlineOf(context: IPollFunctions, begin: number): number {
	return begin + Math.min(pollBudget(context) ?? Infinity, MAX_BUDGET_MS) * BUDGET_SHARE;
}

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
	let hasStarted = false;
	for (let index = 0; steps.some(({ done }) => !done); index = (index + 1) % tasks.length) {
		const step = steps[index];
		if (step.done) continue;
		if (hasStarted && !hasTime()) break;
		hasStarted = true;
		next = (index + 1) % tasks.length;
		try {
			const page = await tasks[index].readPage(step.value);
			outcomes[index].pages += 1;
			steps[index] = tasks[index].reading.next(page);
		} catch (error) {
			outcomes[index].error = error;
			steps[index] = { done: true, value: undefined };
			if (isForAllKinds(error)) break;
		}
	}
	return { outcomes, next };
}
