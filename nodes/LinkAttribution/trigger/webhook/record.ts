import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { abortableSleep, hint } from '../../transport/n8nQuirks';
import { keyOf, nodeKey } from '../item';
import { rememberRun, wasReceivedHere } from './received';

/** Of a node, in n8n's database: two for an event, 27 bytes each, which n8n writes again with each execution. */
const MAX_ENTRIES = 3000;

/** How many of its runs a process remembers without asking n8n. */
const MAX_BEGUN = 10_000;

/** How many of its runs a worker records again, in case another worker has overwritten them. */
const MAX_REWRITTEN = 50;

/** Milliseconds without another event after which a worker records its own again. */
const QUIET_MS = 500;

/** Milliseconds between two notes of the last delivery in the static data, which n8n writes as a whole. */
const NOTE_INTERVAL = 60_000;

/** An event for which an execution is to run the workflow. */
interface Run {
	key: string;
	/** n8n 1 runs an execution again whose worker went away. */
	mark: string;
}

interface Batch {
	runs: Run[];
	/** Keys of those that another execution ran. */
	repeated: Promise<Set<string>>;
}

/** What this process ran for a node. */
interface Recorder {
	/** What was begun here, oldest first; the mark by the key of the event. */
	begun: Map<string, string>;
	/** What was written last, oldest first. */
	recent: Run[];
	/** Those to write next, together. */
	next?: Batch;
	/** Settles when everything before was written. */
	written: Promise<unknown>;
}

const recorders = new Map<string, Recorder>();

/** The events that came to this execution, without those that another one ran the workflow for. */
export async function runForNew(this: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const items = this.getInputData().map(({ warning, ...item }) => {
		if (typeof warning === 'string') hint.call(this, warning);
		return item as INodeExecutionData;
	});
	if (this.getNodeParameter('catchUp', 0, false) === true) noteDelivery(this);
	return await firstRuns.call(this, items);
}

/** From then on events may be lost if somebody deletes the webhook while n8n is not running. */
function noteDelivery(context: IExecuteFunctions): void {
	const data = context.getWorkflowStaticData('node');
	if (Date.now() - Number(data.deliveredAt ?? 0) < NOTE_INTERVAL) return;
	data.deliveredAt = Date.now();
}

/**
 * The events that no other execution ran the workflow for, in their order: what was pushed, caught up, and recovered goes
 * through this one record in n8n's database, which all processes share and which outlives them.
 *
 * n8n reads the record and then writes all of it, so two workers that begin within these milliseconds can both take
 * theirs for the first, and the second undoes what the first one wrote. Therefore the last ones are recorded again, with
 * the next one or, if none follows, after a while.
 */
async function firstRuns(
	this: IExecuteFunctions,
	items: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const node = nodeKey(this);
	const recorder = recorders.get(node) ?? {
		begun: new Map(),
		recent: [],
		written: Promise.resolve(),
	};
	recorders.set(node, recorder);
	const executionId = this.getExecutionId();
	const keyed = items.map((item) => ({ item, key: keyOf(item.json) }));
	const keys = new Set<string>();
	const candidates = keyed.filter(({ key }) => {
		if (key === undefined) return true;
		if (keys.has(key)) return false;
		keys.add(key);
		return isFirstHere(recorder, key, executionId);
	});
	const runs = candidates.flatMap(({ key }) =>
		key === undefined ? [] : [{ key, mark: markOf(key, executionId) }],
	);
	if (runs.length === 0) return candidates.map(({ item }) => item);
	const isFromElsewhere = runs.some(({ key }) => !wasReceivedHere(node, key));
	const repeated = await record.call(this, recorder, runs);
	if (isFromElsewhere) void recordAgain.call(this, recorder);
	for (const { key } of runs) rememberRun(node, key);
	return candidates.filter(({ key = '' }) => !repeated.has(key)).map(({ item }) => item);
}

/** Whether no other execution of this process ran the workflow for the event. */
function isFirstHere({ begun }: Recorder, key: string, executionId: string): boolean {
	const mark = markOf(key, executionId);
	if ((begun.get(key) ?? mark) !== mark) return false;
	begun.set(key, mark);
	const [oldest] = begun.keys();
	if (begun.size > MAX_BEGUN) begun.delete(oldest);
	return true;
}

function markOf(key: string, executionId: string): string {
	return `${key} in ${executionId}`;
}

/** Writes runs, together with those that other executions add meanwhile. */
async function record(
	this: IExecuteFunctions,
	recorder: Recorder,
	runs: Run[],
): Promise<Set<string>> {
	const batch = (recorder.next ??= startBatch.call(this, recorder));
	batch.runs.push(...runs);
	recorder.written = batch.repeated;
	return await batch.repeated;
}

function startBatch(this: IExecuteFunctions, recorder: Recorder): Batch {
	const runs: Run[] = [];
	const repeated = recorder.written.then(async () => {
		recorder.next = undefined;
		return await write.call(this, recorder, runs);
	});
	return { runs, repeated };
}

/** @returns the keys of those that another execution ran; none where n8n cannot tell */
async function write(
	this: IExecuteFunctions,
	recorder: Recorder,
	runs: Run[],
): Promise<Set<string>> {
	const again = recorder.recent.filter((run) => !runs.includes(run));
	recorder.recent = [...again, ...runs].slice(-MAX_REWRITTEN);
	const entries = [...again, ...runs].flatMap(({ key, mark }) => [key, mark]);
	try {
		const options = { mode: 'entries', maxEntries: MAX_ENTRIES } as const;
		const found = await this.helpers.checkProcessedAndRecord(entries, 'node', options);
		const processed = new Set(found.processed);
		const repeated = runs.filter(({ key, mark }) => processed.has(key) && !processed.has(mark));
		return new Set(repeated.map(({ key }) => key));
	} catch (error) {
		// Also where two workers are the first ones of a node at the same time.
		this.logger.warn(`n8n could not record ${runs.length} events: ${String(error)}`);
		return new Set();
	}
}

async function recordAgain(this: IExecuteFunctions, recorder: Recorder): Promise<void> {
	const { recent } = recorder;
	await abortableSleep(QUIET_MS * (1 + Math.random()));
	if (recorder.recent === recent && !recorder.next) await record.call(this, recorder, []);
}
