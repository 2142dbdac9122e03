import type { ClientTask } from '../contestants/clientTask.ts';
import type { Contestant } from '../contestants/types.ts';
import type { Service } from '../sandbox.ts';

/** Work that every contestant does in every condition. */
export interface TimedJob {
	name: ClientTask['job'];
	title: string;
	/** How many requests with a full page or batch of items it takes. */
	pages: number;
	itemsPerPage: number;
	contestants: Contestant[];
	/** Makes what one run needs; IDs of links to delete or destinations of links to create. */
	input?(service: Service): Promise<string[]>;
	/** Whether a run has done everything: the items it put out, and the links that it has left behind. */
	isDone(outcome: { items: number; linksLeft: number }): boolean;
}
