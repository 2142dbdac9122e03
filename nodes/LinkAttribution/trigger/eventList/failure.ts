import type { INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ApiError, isRateLimited } from '../../transport/apiError';
import { toNodeError } from '../../actions/nodeError';
import { isCertificateError, isPlainHttp, requestedWait } from '../../transport/retryPolicy';
import type { ApiFailure } from '../../transport/types';

/** Errors that a person must fix. */
const CONFIGURATION_STATUSES = [400, 402, 403, 422];

/** Whether the other kinds of events, which use the same credential, would fail as well. */
export function isForAllKinds(thrown: unknown): boolean {
	const failure = apiFailureOf(thrown);
	return failure !== undefined && (failure.status === 401 || isRateLimited(failure));
}

/** Whether an error passes by itself. Otherwise, a person must mend its cause. */
export function isTemporary(thrown: unknown): boolean {
	const failure = apiFailureOf(thrown);
	return failure !== undefined && failure.status !== 401 && !needsUser(failure);
}

/**
 * An error with the cause for n8n's scheduler, which then waits as long as the service asks, half an hour for errors that
 * a person must fix, and otherwise a little longer after each failure.
 */
export function toPollError(node: INode, thrown: unknown): NodeApiError | NodeOperationError {
	const error = toNodeError(node, thrown, undefined, []);
	if (thrown instanceof ApiError) error.failure = pollFailureOf(thrown);
	return error;
}

function apiFailureOf(thrown: unknown): ApiFailure | undefined {
	return thrown instanceof ApiError ? thrown.failure : undefined;
}

function pollFailureOf({ failure, history }: ApiError): NonNullable<NodeApiError['failure']> {
	if (isRateLimited(failure)) {
		const isSent = failure.status !== undefined;
		const wait = isSent ? requestedWait(failure.headers, Date.now()) : history.requestedWait;
		return {
			cause: 'rate-limited',
			...(wait !== undefined && { resetsAtEpochMs: Date.now() + wait }),
		};
	}
	if (failure.status === 401) return { cause: 'credential-invalid' };
	return needsUser(failure)
		? { cause: 'configuration-invalid' }
		: // Without a cause, n8n treats some of these as permanent.
			{ cause: 'temporarily-unavailable' };
}

function needsUser(failure: ApiFailure): boolean {
	const { status, code } = failure;
	if (status === undefined && code !== undefined) {
		return isCertificateError(code) || isPlainHttp(failure);
	}
	if (CONFIGURATION_STATUSES.includes(status ?? 0)) return true;
	// In the service's format; otherwise, it can come from a proxy while the service is down.
	return status === 404 && code !== undefined;
}
