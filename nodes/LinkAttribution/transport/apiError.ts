import type { ApiFailure, ApiRequest, RequestHistory, UsedCredential } from './types';

/**
 * A request that failed. It holds no request headers, so a credential cannot leak through it; the router turns it into
 * n8n's error for the item.
 */
export class ApiError extends Error {
	readonly failure: ApiFailure;

	readonly request: ApiRequest;

	readonly credential: UsedCredential;

	readonly history: RequestHistory;

	/** More advice, from the operation. */
	note = '';

	constructor(
		failure: ApiFailure,
		request: ApiRequest,
		credential: UsedCredential,
		history: RequestHistory,
	) {
		super(failure.message);
		this.failure = failure;
		this.request = request;
		this.credential = credential;
		this.history = history;
	}
}

/** The service's code, and that of a request that is not sent because of its rate limit. */
export const RATE_LIMITED = 'rate_limit_exceeded';

export function isRateLimited({ status, code }: ApiFailure): boolean {
	return status === 429 || (status === undefined && code === RATE_LIMITED);
}
