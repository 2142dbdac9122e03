import type { IExecuteFunctions } from 'n8n-workflow';
import { pause } from '../transport/pause';
import { cameHere } from './deliveries';

/** Of a node, in n8n's database; 27 bytes each, which n8n writes anew with each execution. */
const REMEMBERED = 1000;

/** How many of its own a worker records again, in case that another one has undone it. */
const REPEATED = 50;

/** Milliseconds without another event, after which a worker records its own again. */
const QUIET = 500;

/** What a worker ran for a node. */
interface Ran {
	/** Oldest first. */
	ids: string[];
	/** Settles when n8n's database knows them. */
	recorded: Promise<unknown>;
}

const workers = new Map<string, Ran>();

/**
 * Whether no worker ran the workflow for this event before. n8n with several webhook processors has nothing that they
 * share at the moment when they receive, so what each of them took for the first delivery is told apart here.
 *
 * n8n reads what is remembered and then writes all of it, so two workers that begin within these milliseconds can both
 * take theirs for the first, and the second undoes what the first one wrote. Therefore the last ones are recorded again,
 * with the next one or, if none comes, after a while.
 */
export async function runsFirst(this: IExecuteFunctions, id: unknown): Promise<boolean> {
	// What was received here was compared with everything else that was received here.
	if (typeof id !== 'string' || cameHere(id)) return true;
	const node = `${this.getWorkflow().id} ${this.getNode().id}`;
	const ran = workers.get(node) ?? { ids: [], recorded: Promise.resolve() };
	workers.set(node, ran);
	if (ran.ids.includes(id)) return false;
	const ids = [...ran.ids, id].slice(-REPEATED);
	ran.ids = ids;
	const isNew = ran.recorded.then(async () => await record.call(this, ids, id));
	ran.recorded = isNew;
	void isNew.then(async () => {
		await pause(QUIET * (1 + Math.random()));
		if (ran.ids === ids) ran.recorded = record.call(this, ids, id);
	});
	return await isNew;
}

/** Whether `id`, the last of `ids`, is new; it is taken for new where n8n cannot tell. */
async function record(this: IExecuteFunctions, ids: string[], id: string): Promise<boolean> {
	try {
		const options = { mode: 'entries', maxEntries: REMEMBERED } as const;
		const found = await this.helpers.checkProcessedAndRecord(ids, 'node', options);
		return found.new.includes(id);
	} catch (error) {
		// Also where two workers are the first ones of a node at the same time.
		this.logger.warn(`n8n could not record the delivery ${id}: ${String(error)}`);
		return true;
	}
}
