import type { Condition } from '../conditions.ts';
import type { Credentials, MeasuredNode } from '../n8n.ts';

export interface Setting {
	condition: Condition;
	/** Of the service. */
	url: string;
	credentials: Credentials;
	/** How many requests with a full page or batch the job takes. */
	pages: number;
}

interface Named {
	/** Short and stable; the node under test is `ours`. */
	name: string;
	/** As the table shows it. */
	title: string;
	/** It is there to show that it does not work. */
	mayFail?: boolean;
	/** In which conditions it takes part; in all unless given. */
	when?(condition: Condition): boolean;
	/** Where one measured run must do because it takes minutes. */
	onlyOnce?(condition: Condition): boolean;
}

/** A node in a workflow of a real n8n. */
export interface NodeContestant extends Named {
	kind: 'node';
	node(setting: Setting): MeasuredNode;
	/** Its input items as JSON, from what the job is about; one item with nothing of use unless given. */
	items?: (input: string[], setting: Setting) => unknown[];
}

/** A program without n8n, in its own process. */
export interface ClientContestant extends Named {
	kind: 'client';
	client: 'undici' | 'dub';
	/** How many requests at once at most. */
	lanes: number;
}

export type Contestant = NodeContestant | ClientContestant;

export const OURS = 'ours';
