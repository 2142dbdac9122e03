import type { ClientTask } from '../contestants/clientTask.ts';
import type { Contestant } from '../contestants/types.ts';
import type { Service } from '../sandbox.ts';

/** A task for every contestant in every condition. */
export interface TimedJob {
	name: ClientTask['job'];
	title: string;
	/** Number of full pages or batches of items. */
	pages: number;
	itemsPerPage: number;
	contestants: Contestant[];
	/** Prepares one run. @returns IDs of links to delete, or destination URLs of links to create */
	input?(service: Service): Promise<string[]>;
	/** Whether a run is complete, given its number of output items and of links that remain. */
	isDone(outcome: { items: number; linksLeft: number }): boolean;
}

/** The number of items that a node returned, also in a file. */
export function itemsOf(job: TimedJob, contestant: Contestant, items: number): number {
	const isFile = contestant.kind === 'node' && contestant.returnsFile === true;
	return isFile ? items * job.pages * job.itemsPerPage : items;
}
