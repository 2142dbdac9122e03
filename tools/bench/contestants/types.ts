import type { Condition } from '../conditions.ts';
import type { Credentials, MeasuredNode } from '../n8n.ts';

export interface Setting {
	condition: Condition;
	/** The base URL of the service. */
	url: string;
	credentials: Credentials;
	/** Number of full pages or batches of the job. */
	pages: number;
}

interface Named {
	/** A stable short name. */
	name: string;
	/** The name in the tables. */
	title: string;
	/** Whether it is expected to fail. */
	mayFail?: boolean;
	/** Whether it takes part, by default in every condition. */
	when?(condition: Condition): boolean;
	/** Whether to measure a single run, because it takes minutes. */
	onlyOnce?(condition: Condition): boolean;
}

/** A node in a workflow of a real n8n. */
export interface NodeContestant extends Named {
	kind: 'node';
	node(setting: Setting): MeasuredNode;
	/** The JSON of its input items. Default: one empty item. */
	items?: (input: string[], setting: Setting) => unknown[];
	/** Whether a single output item stands for all, which are in a file. */
	returnsFile?: boolean;
}

/** A program without n8n, in a separate process. */
export interface ClientContestant extends Named {
	kind: 'client';
	client: 'undici' | 'dub';
	/** Maximum number of parallel requests. */
	lanes: number;
}

export type Contestant = NodeContestant | ClientContestant;

/** The node under test. */
export const OURS = 'ours';

/** The same with a file as its output. */
export const OURS_TO_FILE = 'ours-file';
