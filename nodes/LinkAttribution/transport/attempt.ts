import {
	UserError,
	type IDataObject,
	type IHttpRequestOptions,
	type IN8nHttpFullResponse,
} from 'n8n-workflow';
import { asError } from './unknown';
import { parseJson } from '../input/json';
import { assertParsable, isStream, MAX_BODY_SIZE, readBytes, TooLarge } from './body';
import { mask, readRefusal, type Refusal } from './errors';
import { redirectTarget } from './redirect';
import type { ApiContext } from './request';

/** What came of sending a request once. */
export type Attempt =
	| {
			body: unknown;
			headers: IDataObject;
			/** Bytes of the body after decompression. */
			size: number;
			refusal?: undefined;
	  }
	| { refusal: Refusal };

const MAX_REDIRECTS = 5;

/** How a request is sent. */
export interface Sending {
	credentialType: string;
	/** Secrets of the credential, which must not appear in a response. */
	secrets: string[];
	/** Whether the response is a file. */
	binary?: boolean;
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
export async function attempt(
	context: ApiContext,
	request: IHttpRequestOptions,
	{ credentialType, secrets, binary = false, timeout, cancel }: Sending,
): Promise<Attempt> {
	const late = AbortSignal.timeout(timeout);
	// Closes what n8n does not read itself, e.g. the response after which it refreshes an access token.
	const done = new AbortController();
	const signal = AbortSignal.any([late, done.signal, ...(cancel ? [cancel] : [])]);
	let result: Attempt;
	try {
		const response = await send(context, credentialType, {
			...request,
			timeout,
			abortSignal: signal,
			encoding: 'stream',
			json: !binary,
			returnFullResponse: true,
			disableFollowRedirect: true,
		});
		result = await readResponse(response, binary, secrets);
	} catch (thrown) {
		result = { refusal: await readRefusal(thrown) };
	} finally {
		done.abort();
	}
	if (!result.refusal) return result;
	cancel?.throwIfAborted();
	return late.aborted ? { refusal: tooLate(timeout) } : result;
}

async function send(
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

async function readResponse(
	{ statusCode, headers, body }: IN8nHttpFullResponse,
	binary: boolean,
	secrets: string[],
): Promise<Attempt> {
	const refused = (message: string, unreadable: Refusal['unreadable']): Attempt => ({
		refusal: { status: statusCode, unreadable, message, headers },
	});
	try {
		// Where n8n makes up responses for an evaluation of a workflow, there is no stream.
		if (!isStream(body)) return { body, headers, size: 0 };
		const bytes = await readBytes(body, MAX_BODY_SIZE);
		const size = bytes.length;
		if (binary) return { body: bytes, headers, size };
		assertParsable(bytes);
		const text = mask(bytes.toString(), secrets);
		const parsed = parseJson(text.replace(/^\uFEFF/, ''));
		const isDecoded = parsed !== undefined && parsed !== null && typeof parsed !== 'string';
		if (isDecoded) return { body: parsed, headers, size };
		return text.trimStart().startsWith('<')
			? refused('The answer is a web page, so it does not come from the service', 'foreign')
			: refused('The answer is not complete JSON', 'broken');
	} catch (thrown) {
		if (thrown instanceof TooLarge) return refused(thrown.message, 'tooLarge');
		return refused(asError(thrown).message, 'broken');
	}
}

/** n8n replaces a request's signal by the one of the context that asks for it. */
function withSignal(context: ApiContext, signal: AbortSignal): ApiContext {
	return Object.create(context, {
		getExecutionCancelSignal: { value: () => signal },
	}) as ApiContext;
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
