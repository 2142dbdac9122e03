import type { INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ApiError, toNodeError } from '../../transport/errors';
import { requestedWait } from '../../transport/retryPolicy';
import type { ApiFailure } from '../../transport/types';

/** What a person has to mend. */
const CONFIGURATION_STATUSES = [400, 402, 403, 422];

/** Whether it would meet the other kinds as well, which use the same credential. */
export function isForAllKinds(thrown: unknown): boolean {
	const status = apiFailureOf(thrown)?.status;
	return status === 401 || status === 429;
}

/**
 * An error that tells n8n's scheduler why: it then waits as long as the service asks, half an hour for what a person has
 * to mend, and otherwise a little longer after each failure.
 */
export function toPollError(node: INode, thrown: unknown): NodeApiError | NodeOperationError {
	const error = toNodeError(node, thrown, undefined, []);
	const failure = apiFailureOf(thrown);
	if (failure) error.failure = pollFailureOf(failure);
	return error;
}

function apiFailureOf(thrown: unknown): ApiFailure | undefined {
	return thrown instanceof ApiError ? thrown.failure : undefined;
}

function pollFailureOf(failure: ApiFailure): NonNullable<NodeApiError['failure']> {
	const { status } = failure;
	if (status === 429) {
		const wait = requestedWait(failure.headers, Date.now());
		return {
			cause: 'rate-limited',
			...(wait !== undefined && { resetsAtEpochMs: Date.now() + wait }),
		};
	}
	if (status === 401) return { cause: 'credential-invalid' };
	return needsUser(failure)
		? { cause: 'configuration-invalid' }
		: // Without a cause n8n would take some of these for permanent.
			{ cause: 'temporarily-unavailable' };
}

function needsUser({ status, code, unreadable }: ApiFailure): boolean {
	if (status === undefined || unreadable) return false;
	if (CONFIGURATION_STATUSES.includes(status)) return true;
	// Of the service's own format; without it, it can come from a proxy while the service is away.
	return status === 404 && code !== undefined;
}
