import { UserError, type IHttpRequestOptions, type IN8nHttpFullResponse } from 'n8n-workflow';
import { counted } from '../input/text';
import { asError } from '../input/unknown';
import { redirectTarget, withSignal } from './n8nQuirks';
import { readFailure, readResponse, type ReadResponse } from './response';
import type { ApiContext } from './types';

const MAX_REDIRECTS = 5;

interface SendOptions {
	credentialType: string;
	/** Secrets of the credential, which must not appear in a response. */
	secrets: string[];
	/** Whether the response is a file. */
	binary?: boolean;
	/** Whether a list of objects becomes a `JsonList`. */
	isStreamed?: boolean;
	/** Milliseconds until the end of the response. */
	timeout: number;
	/** Cancels the request. */
	cancel?: AbortSignal;
}

/**
 * Sends a request once with the node's credential.
 *
 * @throws the reason of `cancel`
 */
export async function sendOnce(
	context: ApiContext,
	request: IHttpRequestOptions,
	{ credentialType, secrets, binary = false, isStreamed = false, timeout, cancel }: SendOptions,
): Promise<ReadResponse> {
	const timedOut = AbortSignal.timeout(timeout);
	// Closes what n8n does not read itself, e.g. the response after which it refreshes an access token.
	const done = new AbortController();
	const signal = AbortSignal.any([timedOut, done.signal, ...(cancel ? [cancel] : [])]);
	let result: ReadResponse;
	try {
		const response = await sendAndFollow(context, credentialType, {
			...request,
			timeout,
			abortSignal: signal,
			encoding: 'stream',
			json: !binary,
			returnFullResponse: true,
			disableFollowRedirect: true,
		});
		result = await readResponse(response, { binary, isStreamed, secrets });
	} catch (thrown) {
		result = { failure: await readFailure(thrown) };
	} finally {
		done.abort();
	}
	if (!result.failure) return result;
	cancel?.throwIfAborted();
	if (!timedOut.aborted) return result;
	const message = `no complete response within ${counted(timeout / 1000, 'second')}`;
	return { failure: { code: 'ETIMEDOUT', message, headers: {} } };
}

async function sendAndFollow(
	context: ApiContext,
	credentialType: string,
	request: IHttpRequestOptions,
): Promise<IN8nHttpFullResponse> {
	for (let next = request, redirects = 0; ; redirects++) {
		try {
			return (await context.helpers.httpRequestWithAuthentication.call(
				withSignal(context, request.abortSignal as AbortSignal),
				credentialType,
				next,
			)) as IN8nHttpFullResponse;
		} catch (thrown) {
			const url = redirectTarget(next, thrown);
			if (url === undefined || redirects === MAX_REDIRECTS) throw asError(thrown);
			next = { ...request, url, qs: undefined };
		}
	}
}

export function cancelledError(): UserError {
	return new UserError('The execution was cancelled');
}
