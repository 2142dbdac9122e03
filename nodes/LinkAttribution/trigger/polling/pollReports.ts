import type { IPollFunctions } from 'n8n-workflow';
import { nodeKey } from '../item';
import { failureReport, noteSuccess } from '../reports';

/** Why a poll, or a kind of events in it, could not be read. */
export interface PollFailures {
	/** Why nothing could be read. */
	error?: unknown;
	/** By kind: why it could not be read, or undefined. */
	errors?: Array<[kind: string, error: unknown]>;
}

/** The failures that are due to be reported: see `failureReport`. */
export function pollReports(
	context: IPollFunctions,
	{ error, errors = [] }: PollFailures,
): Error[] {
	const node = context.getNode();
	const key = nodeKey(context);
	if (error !== undefined) {
		const consequence = 'Nothing is lost: the next poll retries.';
		const report = failureReport(node, { key, events: 'new events', consequence }, error);
		return report ? [report] : [];
	}
	noteSuccess(key);
	return errors.flatMap(([kind, thrown]) => {
		const ofKind = `${key} ${kind}`;
		if (thrown === undefined) {
			noteSuccess(ofKind);
			return [];
		}
		const consequence = `The other events were read, and no ${kind} are lost: the next poll retries.`;
		const subject = { key: ofKind, events: `new ${kind}`, consequence };
		return failureReport(node, subject, thrown) ?? [];
	});
}
