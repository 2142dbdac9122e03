import { UserError, type IDataObject } from 'n8n-workflow';
import type { z } from 'zod/v4';
import { asError } from './unknown';
import { serviceUrl } from './baseUrl';
import { isObject } from '../input/json';
import { wordsOf } from '../input/labels';
import { plainText } from '../input/text';
import { connectionFor, secretsOf, usedCredential } from './connection';
import { ApiError } from './errors';
import { abortableSleep, cancelSignalOf, isPoll, serializeTokenRefresh } from './n8nQuirks';
import { rateLimiterFor } from './rateLimiter';
import { JsonList } from './jsonList';
import { maskFailure, type ReadResponse } from './response';
import { RetryPolicy } from './retryPolicy';
import { cancelledError, sendOnce } from './send';
import type { ApiContext, ApiFailure, ApiRequest, ApiResponse, Rows } from './types';

/** The service lists events from the Business plan on, which has four requests a second. */
const POLL_LIMIT = 4;

/**
 * Sends a request with the node's credential, within its rate limit, and retries it as far as that is safe: see
 * `RetryPolicy`. A poll retries only after a short wait for the rate limit: n8n's next poll does the rest.
 *
 * @throws ApiError if the service does not accept it, UserError for an insecure base URL or an invalid option
 */
export async function apiResponse(this: ApiContext, request: ApiRequest): Promise<ApiResponse> {
	const connection = await connectionFor(this);
	const { credential, isOAuth2, maxWait } = connection;
	const options = {
		method: request.method,
		url: serviceUrl(connection.baseUrl) + request.path,
		qs: cleanQuery(request.query),
		body: request.body,
	};
	const cancel = signalOf(this, request);
	const rateLimiter = rateLimiterFor(credential, request.path);
	const retryPolicy = new RetryPolicy(request.method, maxWait, connection.maxTroubleWait);
	const since = performance.now();

	const send = async () => {
		const sentAt = await rateLimiter.acquire(since, cancel, isPoll(this) ? POLL_LIMIT : undefined);
		const begin = Date.now();
		try {
			const result = await sendOnce(this, options, {
				...connection,
				binary: request.binary,
				isStreamed: request.isStreamed,
				cancel,
			});
			rateLimiter.update((result.failure ?? result).headers);
			return { ...result, sentAt, took: Date.now() - begin };
		} finally {
			rateLimiter.release();
		}
	};
	const errorFor = async (failure: ApiFailure) =>
		new ApiError(
			maskFailure(failure, await secretsOf(this)),
			request.needs ?? {},
			usedCredential(this),
			retryPolicy.history,
		);
	try {
		const { blockedFor } = rateLimiter;
		if (blockedFor > maxWait) throw await errorFor(retryPolicy.failureWhileBlocked(blockedFor));
		for (;;) {
			const result = isOAuth2
				? await serializeTokenRefresh(credential, send, isTokenAccepted)
				: await send();
			if (!result.failure) return { ...result, ...retryPolicy.summary };
			const { failure, sentAt, took } = result;
			if (isAlreadyDeleted(request, failure, retryPolicy)) {
				return { body: {}, headers: failure.headers, size: 0, ...retryPolicy.summary };
			}
			const wait = retryPolicy.waitAfter(failure, took);
			if (wait === undefined) throw await errorFor(failure);
			if (failure.status === 429) rateLimiter.backOff(sentAt, wait);
			else await abortableSleep(wait, cancel);
		}
	} catch (thrown) {
		if (cancelSignalOf(this)?.aborted) throw cancelledError();
		throw asError(thrown);
	}
}

/** As `apiResponse`, for the parsed body alone. */
export async function apiRequest(this: ApiContext, request: ApiRequest): Promise<unknown> {
	return (await apiResponse.call(this, request)).body;
}

/**
 * As `apiRequest`, for a response that is an object.
 *
 * @throws UserError if it is not
 */
export async function apiObject(this: ApiContext, request: ApiRequest): Promise<IDataObject> {
	const body = await apiRequest.call(this, request);
	if (!isObject(body)) throw unexpected(request, 'is not an object');
	return body;
}

/**
 * As `apiRequest`, for a response that is a list of objects.
 *
 * @throws UserError if it is not
 */
export async function apiList(this: ApiContext, request: ApiRequest): Promise<IDataObject[]> {
	return asList(await apiRequest.call(this, request), request);
}

/** @throws UserError if a response is not a list of objects */
export function asList(body: unknown, request: Pick<ApiRequest, 'method' | 'path'>): IDataObject[] {
	if (!Array.isArray(body)) throw unexpected(request, 'is not a list');
	if (!body.every(isObject)) throw unexpected(request, 'is not a list of objects');
	return body;
}

/**
 * Items of a list, each checked when it is read.
 *
 * @throws UserError if a response is not a list of objects
 */
export function asRows(body: unknown, request: Pick<ApiRequest, 'method' | 'path'>): Rows {
	if (!(body instanceof JsonList)) return asList(body, request);
	return {
		length: body.length,
		*[Symbol.iterator]() {
			for (const item of body) {
				if (!isObject(item)) throw unexpected(request, 'is not a list of objects');
				yield item;
			}
		},
	};
}

/**
 * Checks the fields of a response that are read, and drops the others.
 *
 * @throws UserError naming the field that differs
 */
export function checkResponse<Output>(
	schema: z.ZodType<Output>,
	body: unknown,
	request: Pick<ApiRequest, 'method' | 'path'>,
): Output {
	const result = schema.safeParse(body);
	if (result.success) return result.data;
	const [{ path, message }] = result.error.issues;
	throw unexpected(
		request,
		`has an unexpected format: ${path.map(String).join('.') || 'body'}: ${message}`,
	);
}

function unexpected({ method, path }: Pick<ApiRequest, 'method' | 'path'>, problem: string) {
	const caution =
		method === 'GET'
			? ''
			: 'The request may have succeeded. Check the service before you run this step again. ';
	return new UserError(`The response to ${method} ${path} ${problem}`, {
		description: `${caution}Check 'Base URL' in the credential. If it is correct, look for a newer version of this node.`,
	});
}

/** Whether the rate limit leaves room for so many optional requests. */
export async function hasRoomFor(this: ApiContext, path: string, count: number): Promise<boolean> {
	return rateLimiterFor((await connectionFor(this)).credential, path).hasRoomFor(count);
}

/** Aborted when the execution is cancelled or the response is no longer needed. */
function signalOf(context: ApiContext, { signal }: ApiRequest): AbortSignal | undefined {
	const cancel = cancelSignalOf(context);
	return cancel && signal ? AbortSignal.any([cancel, signal]) : (cancel ?? signal);
}

function isTokenAccepted({ failure }: ReadResponse): boolean {
	return failure === undefined || (failure.status !== undefined && failure.status !== 401);
}

/** After a deletion whose response was lost, a 404 shows that it succeeded. */
function isAlreadyDeleted(
	{ method }: ApiRequest,
	{ status }: ApiFailure,
	{ summary }: RetryPolicy,
): boolean {
	return method === 'DELETE' && status === 404 && summary.mayHaveSucceededBefore;
}

function cleanQuery(query: IDataObject = {}): IDataObject {
	const clean: IDataObject = {};
	for (const [name, value] of Object.entries(query)) {
		const text = plainText(value, wordsOf(name));
		if (text !== '') clean[name] = text;
	}
	return clean;
}
