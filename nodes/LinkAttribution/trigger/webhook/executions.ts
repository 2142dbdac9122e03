import { sleep, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { hint } from '../../input/hints';
import { nodeKey } from '../item';
import { rememberRun, wasReceivedHere } from './received';

/**
 * Per node, in n8n's database: one for each execution, one for each event, and another one for a lead or sale. n8n keeps 27
 * bytes of each, and rewrites all of them for each execution.
 */
const MAX_ENTRIES = 6000;

/** The latest leads and sales of a node that n8n surely remembers; of clicks, more. */
export const MAX_REMEMBERED = MAX_ENTRIES / 3;

/** Runs of a node that a process remembers. */
const MAX_STARTED = 10_000;

/** Runs that a worker records again, in case another worker overwrote them. */
const MAX_REWRITTEN = 50;

/**
 * Milliseconds without another event before a worker records its runs again, each time: it may be about to stop, and others
 * can be slow.
 */
const QUIETS_MS = [150, 500];

/** An execution that runs the workflow for an event. */
interface Run {
	/** The ID of the event, and what identifies a lead or sale in a delivery and in the event list. */
	keys: string[];
	/** Whether it comes from the event list. */
	isListed: boolean;
	/** Identifies the execution: n8n 1 runs an execution again if its worker stopped. */
	mark: string;
}

interface Batch {
	runs: Run[];
	/** The runs of events that another execution ran. */
	repeated: Promise<Set<Run>>;
}

/** The runs of a node in this process. */
interface Recorder {
	/** The execution of each started run by the ID of its event, oldest first. */
	started: Map<string, string>;
	/** The runs that were written last, oldest first. */
	recent: Run[];
	/** The runs to write next. */
	next?: Batch;
	/** Settles when all earlier runs were written. */
	written: Promise<unknown>;
}

const recorders = new Map<string, Recorder>();

/** The input items without the events for which another execution ran the workflow. */
export async function runForNew(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const items = context.getInputData().map(({ warning, ...item }) => {
		if (typeof warning === 'string') hint(context, warning);
		return item as INodeExecutionData;
	});
	return await firstRuns(context, items);
}

/**
 * The events for which no other execution ran the workflow, in order. Delivered, caught-up, and recovered events share one
 * record in n8n's database, which all processes use and which survives them.
 *
 * n8n reads the record and then writes all of it. Two workers that start within these milliseconds can both find no
 * earlier run, and the second overwrites the record of the first. Therefore, the last runs are recorded again with the
 * next one or, without a next one, after a short time.
 */
async function firstRuns(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const node = nodeKey(context);
	const recorder = recorders.get(node) ?? {
		started: new Map(),
		recent: [],
		written: Promise.resolve(),
	};
	recorders.set(node, recorder);
	const mark = `${String(items[0]?.json.id)} in ${context.getExecutionId()}`;
	const ids = new Set<string>();
	const runs = new Map<INodeExecutionData, Run>();
	const candidates = items.filter((item) => {
		// A failed payment is to run again.
		if (item.source === 'confirmation') return true;
		const id = String(item.json.id);
		if (ids.has(id)) return false;
		ids.add(id);
		const keys = [id, ...contentOf(item)];
		runs.set(item, { keys, isListed: item.source === 'list', mark });
		return isFirstHere(recorder, id, mark);
	});
	const candidateRuns = candidates.flatMap((item) => runs.get(item) ?? []);
	if (candidateRuns.length === 0) return candidates.map(withoutKeys);
	const isFromElsewhere = candidateRuns.some(({ keys: [id] }) => !wasReceivedHere(node, id));
	const repeated = await record(context, recorder, candidateRuns);
	if (isFromElsewhere) void recordAgain(context, recorder);
	for (const { keys } of candidateRuns) rememberRun(node, keys[0]);
	return candidates.filter((item) => !repeated.has(runs.get(item) as Run)).map(withoutKeys);
}

function contentOf({ content }: INodeExecutionData): string[] {
	return typeof content === 'string' && content !== '' ? content.split(',') : [];
}

function withoutKeys(item: INodeExecutionData): INodeExecutionData {
	const rest = { ...item };
	delete rest.content;
	delete rest.source;
	return rest;
}

/** Whether no other execution of this process ran the workflow for the event. */
function isFirstHere({ started }: Recorder, id: string, mark: string): boolean {
	if ((started.get(id) ?? mark) !== mark) return false;
	started.set(id, mark);
	const [oldest] = started.keys();
	if (started.size > MAX_STARTED) started.delete(oldest);
	return true;
}

/** Writes runs, together with those of other executions that wait. */
async function record(
	context: IExecuteFunctions,
	recorder: Recorder,
	runs: Run[],
): Promise<Set<Run>> {
	const batch = (recorder.next ??= startBatch(context, recorder));
	batch.runs.push(...runs);
	recorder.written = batch.repeated;
	return await batch.repeated;
}

function startBatch(context: IExecuteFunctions, recorder: Recorder): Batch {
	const runs: Run[] = [];
	const repeated = recorder.written.then(async () => {
		recorder.next = undefined;
		return await write(context, recorder, runs);
	});
	return { runs, repeated };
}

/** @returns the runs of events that another execution ran; none if n8n cannot record */
async function write(
	context: IExecuteFunctions,
	recorder: Recorder,
	runs: Run[],
): Promise<Set<Run>> {
	const again = recorder.recent.filter((run) => !runs.includes(run));
	recorder.recent = [...again, ...runs].slice(-MAX_REWRITTEN);
	try {
		const entries = [...again, ...runs].flatMap(({ keys, mark }) => [...keys, mark]);
		const processed = await processedOf(context, [...entries, ...runs.flatMap(listedKeys)]);
		const repeated = new Set<Run>();
		for (const run of runs) {
			if (await isRepeated(context, run, processed)) repeated.add(run);
			// A delivery and its event of the list can start at the same time.
			else for (const key of [...run.keys, ...listedKeys(run)]) processed.add(key);
		}
		return repeated;
	} catch (error) {
		context.logger.warn(`n8n could not record ${runs.length} events: ${String(error)}`);
		return new Set();
	}
}

const OPTIONS = { mode: 'entries', maxEntries: MAX_ENTRIES } as const;

/** Records entries, again if another worker has created the record at the same time. @returns those that were recorded before */
async function processedOf(context: IExecuteFunctions, entries: string[]): Promise<Set<unknown>> {
	const unique = [...new Set(entries)];
	const record = async () => await context.helpers.checkProcessedAndRecord(unique, 'node', OPTIONS);
	const { processed } = await record().catch(record);
	return new Set(processed);
}

/**
 * Whether another execution ran an event. By its content, one of the list is compared only with deliveries, and a delivery
 * only with the list: their IDs tell events of one source apart, and the service can retry a delivery for days.
 */
async function isRepeated(
	context: IExecuteFunctions,
	run: Run,
	processed: Set<unknown>,
): Promise<boolean> {
	const [id, ...contents] = run.keys;
	if (processed.has(run.mark)) return false;
	if (processed.has(id)) return true;
	const entries = contents.filter((content) => processed.has(content)).map(listedKey);
	if (entries.length === 0) return false;
	const listed = run.isListed ? processed : await processedOf(context, entries);
	const delivered = entries.filter((entry) => !listed.has(entry));
	// n8n records what it compares.
	if (delivered.length > 0) await context.helpers.removeProcessed(delivered, 'node', OPTIONS);
	return run.isListed ? delivered.length > 0 : delivered.length === 0;
}

/** Entries that identify a lead or sale as one that the list brought. */
function listedKeys({ keys: [, ...contents], isListed }: Run): string[] {
	return isListed ? contents.map(listedKey) : [];
}

function listedKey(content: string): string {
	return `listed ${content}`;
}

async function recordAgain(context: IExecuteFunctions, recorder: Recorder): Promise<void> {
	for (const quiet of QUIETS_MS) {
		const { recent } = recorder;
		await sleep(quiet * (1 + Math.random()));
		if (recorder.recent !== recent || recorder.next) return;
		await record(context, recorder, []);
	}
}
