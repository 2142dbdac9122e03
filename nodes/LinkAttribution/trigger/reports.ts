import type { INode } from 'n8n-workflow';
import { toPollError } from './eventList/failure';

/** Number of consecutive failures in this process, by what failed. */
const failures = new Map<string, number>();

/** What cannot be read, and what happens to the rest. */
interface Subject {
	/** The node, and the kind if the others could be read. */
	key: string;
	/** The events in the message, such as 'new clicks'. */
	events: string;
	/** First sentence of the description. */
	consequence: string;
}

/**
 * The error to report for a failure: for the 1st, 2nd, 4th, 8th, ... consecutive one, to keep n8n's list of executions
 * readable.
 */
export function failureReport(
	node: INode,
	{ key, events, consequence }: Subject,
	thrown: unknown,
): Error | undefined {
	const count = (failures.get(key) ?? 0) + 1;
	failures.set(key, count);
	if (!Number.isInteger(Math.log2(count))) return undefined;
	const error = toPollError(node, thrown);
	const times = count === 1 ? '' : ` ${count} times in a row`;
	error.message = `The ${events} could not be read${times}: ${error.message}`;
	error.description = `${consequence} ${error.description ?? ''}`.trim();
	return error;
}

export function noteSuccess(key: string): void {
	failures.delete(key);
}
