import {
	UserError,
	type IDataObject,
	type IHttpRequestOptions,
	type IN8nHttpFullResponse,
} from 'n8n-workflow';
import { readRefusal, type Refusal } from './errors';
import type { ApiContext } from './request';

/** What came of sending a request once. */
export type Attempt =
	{ body: unknown; headers: IDataObject; refusal?: undefined } | { refusal: Refusal };

/**
 * Sends a request once with the node's credential.
 *
 * @param timeout milliseconds until the end of the answer
 * @param cancel ends it at once
 * @throws the reason of `cancel`
 */
export async function attempt(
	context: ApiContext,
	credentialType: string,
	request: IHttpRequestOptions,
	timeout: number,
	cancel?: AbortSignal,
): Promise<Attempt> {
	const late = AbortSignal.timeout(timeout);
	const signal = cancel ? AbortSignal.any([cancel, late]) : late;
	try {
		const response = (await context.helpers.httpRequestWithAuthentication.call(
			withSignal(context, signal),
			credentialType,
			{
				...request,
				timeout,
				abortSignal: signal,
				...(request.encoding === undefined && { json: true }),
				returnFullResponse: true,
				sendCredentialsOnCrossOriginRedirect: false,
			},
		)) as IN8nHttpFullResponse;
		const body: unknown = response.body;
		// What is no JSON stays text.
		const isDecoded = body !== undefined && body !== null && typeof body !== 'string';
		if (isDecoded) return { body, headers: response.headers };
		return { refusal: unreadable(response) };
	} catch (thrown) {
		cancel?.throwIfAborted();
		return { refusal: late.aborted ? tooLate(timeout) : readRefusal(thrown) };
	}
}

/** n8n replaces a request's signal by the one of the context that asks for it. */
function withSignal(context: ApiContext, signal: AbortSignal): ApiContext {
	return Object.create(context, {
		getExecutionCancelSignal: { value: () => signal },
	}) as ApiContext;
}

function unreadable({ statusCode, headers, body }: IN8nHttpFullResponse): Refusal {
	const isPage = typeof body === 'string' && body.trimStart().startsWith('<');
	return {
		status: statusCode,
		unreadable: isPage ? 'foreign' : 'broken',
		message: isPage
			? 'The answer is a web page, so it does not come from the service'
			: 'The answer is not complete JSON',
		headers,
	};
}

function tooLate(timeout: number): Refusal {
	return {
		code: 'ETIMEDOUT',
		message: `There was no complete answer within ${timeout / 1000} seconds`,
		headers: {},
	};
}

export function cancelled(): UserError {
	return new UserError('The execution was cancelled');
}
