import type { INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { RefusedRequest, toNodeError, type Refusal } from '../../transport/errors';
import { requestedWait } from '../../transport/rateLimit';

/** What a person has to mend. */
const CONFIGURATION_STATUSES = [400, 402, 403, 422];

/** Whether it would meet the other kinds as well, which use the same credential. */
export function isForAllKinds(thrown: unknown): boolean {
	const status = refusalOf(thrown)?.status;
	return status === 401 || status === 429;
}

/**
 * An error that tells n8n's scheduler why: it then waits as long as the service asks, half an hour for what a person has
 * to mend, and otherwise a little longer after each failure.
 */
export function toPollError(node: INode, thrown: unknown): NodeApiError | NodeOperationError {
	const error = toNodeError(node, thrown, undefined, []);
	const refusal = refusalOf(thrown);
	if (refusal) error.failure = failureOf(refusal);
	return error;
}

function refusalOf(thrown: unknown): Refusal | undefined {
	return thrown instanceof RefusedRequest ? thrown.refusal : undefined;
}

function failureOf(refusal: Refusal): NonNullable<NodeApiError['failure']> {
	const { status } = refusal;
	if (status === 429) {
		const wait = requestedWait(refusal.headers, Date.now());
		return {
			cause: 'rate-limited',
			...(wait !== undefined && { resetsAtEpochMs: Date.now() + wait }),
		};
	}
	if (status === 401) return { cause: 'credential-invalid' };
	return isForThePerson(refusal)
		? { cause: 'configuration-invalid' }
		: // Without a cause n8n would take some of these for permanent.
			{ cause: 'temporarily-unavailable' };
}

function isForThePerson({ status, code, unreadable }: Refusal): boolean {
	if (status === undefined || unreadable) return false;
	if (CONFIGURATION_STATUSES.includes(status)) return true;
	// Of the service's own format; without it, it can come from a proxy while the service is away.
	return status === 404 && code !== undefined;
}
