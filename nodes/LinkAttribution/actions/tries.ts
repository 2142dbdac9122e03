import { createHash } from 'node:crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isObject } from '../input/json';
import { isTool } from '../input/model';
import { pauses } from '../input/pauses';
import { ApiError } from '../transport/apiError';
import { UnexpectedResponse } from '../transport/expected';
import type { Outcome } from './types';

/** By the run of a node. */
const doneBy = new WeakMap<object, Map<number, unknown>>();

/**
 * The results of this run of the node so far. After a failure, *Retry On Fail* runs the node again for all input items, also
 * for those that were done, and also with *On Error* set to continue if the first item failed. A tool of an AI Agent 3 is
 * run again if its answer is an error (`runNode` in `workflow-execute.ts` of n8n-core 2.41). All tries have the same
 * `IExecuteData`.
 *
 * @returns by the index of their item, or of their entry in a bulk request, to add to
 */
export function doneInTries<Result>(context: IExecuteFunctions): Map<number, Result> {
	const { name, retryOnFail } = context.getNode();
	const data = retryOnFail ? context.getExecuteData() : undefined;
	// A tool that an AI Agent calls itself has the data of the agent, and is not run again.
	const run = data?.node.name === name ? data : context;
	const done = doneBy.get(run) ?? new Map<number, unknown>();
	doneBy.set(run, done);
	return done as Map<number, Result>;
}

/** The name in n8n's context data. */
const KEPT = 'done';

/** The data that n8n stores with an execution, and passes on to its retry; undefined if it runs the node alone. */
function contextData(context: IExecuteFunctions): IDataObject | undefined {
	try {
		return context.getContext('node');
	} catch {
		return undefined;
	}
}

/** Keeps what was done for *Retry* in the list of executions, which runs the node again for all input items. */
export async function keepDone(context: IExecuteFunctions): Promise<void> {
	const data = contextData(context);
	const results = [...doneInTries<object>(context)].filter(
		([, result]) => 'json' in result || 'done' in result,
	);
	if (data && results.length > 0) data[KEPT] = { input: await inputOf(context), results };
}

/** Takes over what the execution has done that is retried, unless the node or its input has changed. */
export async function takeOverDone(context: IExecuteFunctions): Promise<void> {
	const data = contextData(context);
	const kept = data?.[KEPT];
	if (!isObject(kept) || !Array.isArray(kept.results)) return;
	delete data?.[KEPT];
	if (context.getMode() !== 'retry' || kept.input !== (await inputOf(context))) return;
	const done = doneInTries(context);
	for (const [index, result] of kept.results as Array<[number, unknown]>) done.set(index, result);
}

async function inputOf(context: IExecuteFunctions): Promise<string> {
	const { parameters, credentials } = context.getNode();
	const hash = createHash('sha256').update(JSON.stringify([parameters, credentials]));
	const pause = pauses();
	for (const { json, binary } of context.getInputData()) {
		hash.update(JSON.stringify([json, binary]));
		await pause();
	}
	return hash.digest('hex');
}

/** Whether the operation leaves the same if it is done twice. */
export function isUpdate(context: IExecuteFunctions): boolean {
	return /^up(date|sert)/.test(context.getNodeParameter('operation', 0));
}

/** Whether an item has changed something, or may have. */
export function mayBeDone(outcome: Outcome): boolean {
	return 'json' in outcome || isUncertain(outcome.thrown);
}

/** Whether a request has changed something, or may have, although it failed. */
export function isUncertain(thrown: unknown): boolean {
	if (thrown instanceof UnexpectedResponse) return thrown.mayHaveSucceeded;
	return thrown instanceof ApiError && thrown.history.outcome !== undefined;
}

/** The status of a gateway whose server has not responded in time. */
const GATEWAY_TIMEOUT = 504;

/**
 * Whether what failed is not tried again: its response was lost, and it may have been done. A model that calls a tool
 * decides for itself.
 */
export function isFinal(context: IExecuteFunctions, thrown: unknown): boolean {
	if (isTool(context)) return true;
	if (!(thrown instanceof ApiError)) return isUncertain(thrown);
	const { status } = thrown.failure;
	const { outcome } = thrown.history;
	const isLost = status === undefined || status === GATEWAY_TIMEOUT;
	return outcome === 'succeeded' || (outcome === 'unknown' && isLost);
}
