import { UserError, type IDataObject } from 'n8n-workflow';
import type { z } from 'zod/v4';
import { asError } from '../input/unknown';
import { serviceUrl } from './baseUrl';
import { isObject } from '../input/json';
import { wordsOf } from '../input/labels';
import { plainText } from '../input/text';
import { connectionFor, secretsOf, usedCredential } from './connection';
import { ApiError } from './apiError';
import {
	abortableSleep,
	cancelSignalOf,
	isPoll,
	serializeTokenRefresh,
	unlessAborted,
} from './n8nQuirks';
import { rateLimiterFor, WaitTooLong } from './rateLimiter';
import { JsonList } from './jsonList';
import { maskFailure, type ReadResponse } from './response';
import { RetryPolicy, sharedWait } from './retryPolicy';
import { cancelledError, sendOnce } from './send';
import { stallOf } from './stall';
import type { ApiContext, ApiFailure, ApiRequest, ApiResponse, Rows } from './types';

/** The service lists events from the Business plan on, which has four requests a second. */
const POLL_LIMIT = 4;

/** Milliseconds that a request may wait for those before it even if it is not to wait for a rate limit. */
const MIN_QUEUE_WAIT_MS = 5_000;

/**
 * Sends a request with the node's credential, within its rate limit, and retries it as far as that is safe: see
 * `RetryPolicy`. A poll retries only after a short wait for the rate limit: n8n's next poll does the rest.
 *
 * @throws ApiError if the service does not accept it, UserError for an insecure base URL or an invalid option
 */
export async function apiResponse(context: ApiContext, request: ApiRequest): Promise<ApiResponse> {
	const connection = await connectionFor(context);
	const { credential, isOAuth2, maxWait } = connection;
	const options = {
		method: request.method,
		url: serviceUrl(connection.baseUrl) + request.path,
		qs: cleanQuery(request.query),
		body: request.body,
	};
	const cancel = signalOf(context, request);
	const rateLimiter = rateLimiterFor(credential, request.path);
	const retryPolicy = new RetryPolicy(request.method, maxWait, connection.maxTroubleWait);
	const stall = stallOf(context);
	const since = performance.now();
	const maxQueueWait = Math.max(maxWait, connection.minQueueWait ?? MIN_QUEUE_WAIT_MS);
	const left = (max = maxWait) =>
		Math.max(0, max - Math.max(retryPolicy.history.waited, stall.time));
	let ownWait = 0;

	const waitFor = async <Result>(work: () => Promise<Result>): Promise<Result> => {
		const begin = performance.now();
		if (rateLimiter.blockedFor > 0) stall.begin();
		try {
			return await work();
		} finally {
			retryPolicy.addWait(performance.now() - begin);
		}
	};
	const send = async () => {
		const sentAt = await waitFor(
			async () =>
				await rateLimiter.acquire(since, {
					signal: cancel,
					assumedLimit: isPoll(context) ? POLL_LIMIT : undefined,
					maxWait: left(maxQueueWait),
					maxBlock: left(),
					ownWait,
					sender: context,
				}),
		);
		ownWait = 0;
		const begin = Date.now();
		try {
			const result = await sendOnce(context, options, {
				...connection,
				binary: request.binary,
				isStreamed: request.isStreamed,
				cancel,
			});
			rateLimiter.update((result.failure ?? result).headers);
			const status = result.failure ? result.failure.status : 200;
			if (status !== undefined && status !== 429) {
				rateLimiter.accepted();
				stall.end();
			}
			return { ...result, sentAt, took: Date.now() - begin };
		} finally {
			rateLimiter.release();
		}
	};
	const errorFor = async (failure: ApiFailure) =>
		new ApiError(maskFailure(failure, await secretsOf(context)), request, usedCredential(context), {
			...retryPolicy.history,
			waited: Math.max(retryPolicy.history.waited, stall.time),
		});
	try {
		for (;;) {
			const result = isOAuth2
				? await serializeTokenRefresh(credential, send, isTokenAccepted, async (first) => {
						await waitFor(async () => await within(first, left(maxQueueWait), cancel));
					})
				: await send();
			if (!result.failure) return { ...result, ...retryPolicy.summary };
			const { failure, sentAt, took } = result;
			if (isAlreadyDeleted(request, failure, retryPolicy)) {
				return { body: {}, headers: failure.headers, size: 0, ...retryPolicy.summary };
			}
			const isRefused = failure.status === 429;
			if (isRefused) stall.begin();
			const wait = retryPolicy.waitAfter(failure, took, left());
			if (wait === undefined) throw await errorFor(failure);
			if (isRefused) {
				const shared = sharedWait(wait, failure.headers, Date.now());
				rateLimiter.backOff(sentAt, shared, context);
				if (wait > shared) ownWait = wait;
			} else {
				await abortableSleep(wait, cancel);
			}
		}
	} catch (thrown) {
		if (cancelSignalOf(context)?.aborted) throw cancelledError();
		if (thrown instanceof WaitTooLong) {
			throw await errorFor(retryPolicy.failureOfWait(thrown.wait, thrown.isRequested));
		}
		throw asError(thrown);
	}
}

/** As `apiResponse`, for the parsed body alone. */
export async function apiRequest(context: ApiContext, request: ApiRequest): Promise<unknown> {
	return (await apiResponse(context, request)).body;
}

/**
 * As `apiRequest`, for a response that is an object.
 *
 * @throws UserError if it is not
 */
export async function apiObject(context: ApiContext, request: ApiRequest): Promise<IDataObject> {
	const body = await apiRequest(context, request);
	if (!isObject(body)) throw unexpected(request, 'is not an object');
	return body;
}

/**
 * As `apiRequest`, for a response that is a list of objects.
 *
 * @throws UserError if it is not
 */
export async function apiList(context: ApiContext, request: ApiRequest): Promise<IDataObject[]> {
	return asList(await apiRequest(context, request), request);
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
export async function hasRoomFor(
	context: ApiContext,
	path: string,
	count: number,
): Promise<boolean> {
	return rateLimiterFor((await connectionFor(context)).credential, path).hasRoomFor(count);
}

/**
 * Waits for the request after which it is known whether the access token is valid.
 *
 * @param time milliseconds
 * @throws WaitTooLong after this time
 */
async function within(
	first: Promise<unknown>,
	time: number,
	signal: AbortSignal | undefined,
): Promise<void> {
	const timeUp = AbortSignal.timeout(Math.ceil(time));
	const late = new Promise<never>((_resolve, reject) => {
		timeUp.addEventListener('abort', () => reject(new WaitTooLong(0, false)));
	});
	await unlessAborted(Promise.race([first.then(() => {}), late]), signal);
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
