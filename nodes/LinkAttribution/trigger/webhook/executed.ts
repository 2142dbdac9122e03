import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { pause } from '../../transport/pause';
import { cameHere } from './dedupe';
import { isTellingClick } from '../item';

/** Of a node, in n8n's database; two for each event of 27 bytes each, which n8n writes anew with each execution. */
const REMEMBERED = 1000;

/** How many of its own a worker records again, in case that another one has undone it. */
const REPEATED = 50;

/** Milliseconds without another event, after which a worker records its own again. */
const QUIET = 500;

interface Run {
	/** Of the event. */
	id: string;
	executionId: string;
}

/** What a worker ran for a node. */
interface Ran {
	/** Oldest first. */
	runs: Run[];
	/** Settles when n8n's database knows them. */
	recorded: Promise<unknown>;
}

const workers = new Map<string, Ran>();

/**
 * Whether no other execution ran the workflow for this event before. n8n with several webhook processors has nothing
 * that they share at the moment when they receive, so what each of them took for the first delivery is told apart here.
 *
 * n8n reads what is remembered and then writes all of it, so two workers that begin within these milliseconds can both
 * take theirs for the first, and the second undoes what the first one wrote. Therefore the last ones are recorded again,
 * with the next one or, if none comes, after a while.
 */
export async function runsFirst(this: IExecuteFunctions, item: IDataObject): Promise<boolean> {
	const { id, event } = item;
	if (event === 'click' && !isTellingClick(item, Date.now())) return true;
	// What was received here was compared with everything else that was received here.
	if (typeof id !== 'string' || cameHere(id)) return true;
	const node = `${this.getWorkflow().id} ${this.getNode().id}`;
	const ran = workers.get(node) ?? { runs: [], recorded: Promise.resolve() };
	workers.set(node, ran);
	const run = { id, executionId: this.getExecutionId() };
	const known = ran.runs.find((one) => one.id === id);
	if (known) return known.executionId === run.executionId;
	const runs = [...ran.runs, run].slice(-REPEATED);
	ran.runs = runs;
	const isFirst = ran.recorded.then(async () => await record.call(this, runs, run));
	ran.recorded = isFirst;
	void isFirst.then(async () => {
		await pause(QUIET * (1 + Math.random()));
		if (ran.runs === runs) ran.recorded = record.call(this, runs, run);
	});
	return await isFirst;
}

/** n8n 1 runs an execution again whose worker went away, so it has to be known by which one the event was run. */
const markOf = ({ id, executionId }: Run) => `${id} in ${executionId}`;

/** Whether the last of the runs is the first one of its event; it is taken for that where n8n cannot tell. */
async function record(this: IExecuteFunctions, runs: Run[], last: Run): Promise<boolean> {
	try {
		const entries = runs.flatMap((run) => [run.id, markOf(run)]);
		const options = { mode: 'entries', maxEntries: REMEMBERED } as const;
		const found = await this.helpers.checkProcessedAndRecord(entries, 'node', options);
		return found.new.includes(last.id) || !found.new.includes(markOf(last));
	} catch (error) {
		// Also where two workers are the first ones of a node at the same time.
		this.logger.warn(`n8n could not record the delivery ${last.id}: ${String(error)}`);
		return true;
	}
}
