import type { IExecuteData, IExecuteFunctions } from 'n8n-workflow';
import { isTool } from '../input/model';
import { ApiError } from '../transport/apiError';

const doneBy = new WeakMap<IExecuteData, Map<number, unknown>>();

/**
 * What was done in the tries before. After a failure, *Retry On Fail* runs the node again for all input items, also for
 * those that were done, and also with *On Error* set to continue if the first item failed. A tool of an AI Agent 3 is run
 * again if its answer is an error (`runNode` in `workflow-execute.ts` of n8n-core 2.41). All tries of a run have the same
 * `IExecuteData`.
 *
 * @returns results by index, to add to; empty in the first try
 */
export function doneInTries<Result>(context: IExecuteFunctions): Map<number, Result> {
	const { name, retryOnFail } = context.getNode();
	const run = context.getExecuteData();
	// A tool that an AI Agent calls itself has the run of the agent, and is not run again.
	if (!retryOnFail || run.node.name !== name) return new Map();
	const done = doneBy.get(run) ?? new Map<number, unknown>();
	doneBy.set(run, done);
	return done as Map<number, Result>;
}

/** Of a gateway whose server has not responded in time. */
const GATEWAY_TIMEOUT = 504;

/**
 * Whether what failed is not tried again: its response was lost, and it may have been done. A model that calls a tool
 * decides for itself.
 */
export function isFinal(context: IExecuteFunctions, thrown: unknown): boolean {
	if (isTool(context)) return true;
	if (!(thrown instanceof ApiError)) return false;
	const { status } = thrown.failure;
	const { outcome } = thrown.history;
	const isLost = status === undefined || status === GATEWAY_TIMEOUT;
	return outcome === 'succeeded' || (outcome === 'unknown' && isLost);
}
