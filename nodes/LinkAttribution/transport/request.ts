import { sleep, type IDataObject, type IHttpRequestOptions } from 'n8n-workflow';
import { asError } from '../input/unknown';
import { serviceUrl } from '../input/baseUrl';
import { isObject } from '../input/json';
import { wordsOf } from '../input/labels';
import { plainText } from '../input/text';
import { connectionFor, secretsOf, usedCredential, type Connection } from './connection';
import { ApiError, RATE_LIMITED } from './apiError';
import {
	cancelSignalOf,
	isExecution,
	isPoll,
	serializeTokenRefresh,
	unlessAborted,
} from './n8nQuirks';
import { rateLimiterFor, WaitTooLong, type RateLimiter } from './rateLimiter';
import { asList, unexpected } from './expected';
import { maskFailure, type ReadResponse } from './response';
import { MIN_RATE_LIMIT_WAIT_MS, requestedWait, RetryPolicy } from './retryPolicy';
import { cancelledError, sendOnce } from './send';
import type { ApiContext, ApiFailure, ApiRequest, ApiResponse, RequestHistory } from './types';

/** The service lists events from the Business plan on, which has four requests a second. */
const POLL_LIMIT = 4;

/** Milliseconds that a request may wait for those before it even if it is not to wait for a rate limit. */
const MIN_QUEUE_WAIT_MS = 5_000;

/** Since when the service has refused all requests of an execution; they share its Max Wait. */
const refusedSince = new WeakMap<ApiContext, number>();

/** Since when a context has shared its Max Wait with earlier ones. */
const sharedSince = new WeakMap<ApiContext, number>();

/** A request with all its attempts. Instants are from `performance.now()`. */
interface Call {
	context: ApiContext;
	request: ApiRequest;
	connection: Connection;
	rateLimiter: RateLimiter;
	cancel?: AbortSignal;
	askedAt: number;
	/** Since when it has waited, alone or with others. */
	since: () => number;
	/** After it, no wait for the service begins. */
	deadline: () => number;
	/** Milliseconds after it in which it still waits for other requests. */
	grace: number;
}

/** A request that is not sent again. */
class GivenUp extends Error {
	readonly failure: ApiFailure;

	readonly reason: Partial<RequestHistory>;

	constructor(failure: ApiFailure, reason: Partial<RequestHistory>) {
		super(failure.message);
		this.failure = failure;
		this.reason = reason;
	}
}

/**
 * Sends a request with the node's credential, within its rate limit, and retries it as far as that is safe: see
 * `RetryPolicy`. It waits for the service until its deadline, which is Max Wait after it was asked for, or after the
 * service began to refuse all requests of its execution if that was earlier.
 *
 * @throws ApiError if the service does not accept it, UserError for an insecure base URL or an invalid option
 */
export async function apiResponse(context: ApiContext, request: ApiRequest): Promise<ApiResponse> {
	const connection = await connectionFor(context);
	const askedAt = performance.now();
	const shared = sharedSince.get(context) ?? askedAt;
	const since = () => Math.min(askedAt, shared, refusedSince.get(context) ?? askedAt);
	const call: Call = {
		context,
		request,
		connection,
		rateLimiter: rateLimiterFor(connection.credential, request.path),
		cancel: signalOf(context, request),
		askedAt,
		since,
		deadline: () => since() + connection.maxWait,
		grace: Math.max(0, (connection.minQueueWait ?? MIN_QUEUE_WAIT_MS) - connection.maxWait),
	};
	try {
		return await retried(call);
	} catch (thrown) {
		throw await errorOf(call, thrown);
	}
}

/** The error of a request that was given up; anything else that was thrown stays as it is. */
async function errorOf(call: Call, thrown: unknown): Promise<Error> {
	const { context, request, connection, since } = call;
	if (cancelSignalOf(context)?.aborted) return cancelledError();
	const givenUp = thrown instanceof WaitTooLong ? notSent(thrown) : thrown;
	if (!(givenUp instanceof GivenUp)) return asError(thrown);
	const failure = maskFailure(givenUp.failure, await secretsOf(context));
	const waited = performance.now() - since();
	const history = { waited, maxWait: connection.maxWait, ...givenUp.reason };
	return new ApiError(failure, request, usedCredential(context), history);
}

function notSent({ message, wait, isRequested }: WaitTooLong): GivenUp {
	const reason = isRequested ? { requestedWait: wait } : { queueWait: wait };
	return new GivenUp({ code: RATE_LIMITED, message, headers: {} }, reason);
}

/** Sends a request until it succeeds or is given up. */
async function retried(call: Call): Promise<ApiResponse> {
	const { request, connection, rateLimiter, deadline, cancel } = call;
	const policy = new RetryPolicy(request.method, deadline, connection.maxTroubleWait);
	const send = async () => await limited(call);
	for (;;) {
		const result = connection.isOAuth2
			? await serializeTokenRefresh(connection.credential, send, isTokenAccepted, async (first) => {
					await inTime(first, call);
				})
			: await send();
		if (!result.failure) return { ...result, ...policy.summary };
		const { failure } = result;
		if (isAlreadyDeleted(request, failure, policy)) {
			return { body: {}, headers: failure.headers, size: 0, ...policy.summary };
		}
		const next = policy.after(failure);
		if (typeof next !== 'number') throw new GivenUp(failure, next);
		if (failure.status === 429) {
			const asked = requestedWait(failure.headers, Date.now()) ?? MIN_RATE_LIMIT_WAIT_MS;
			rateLimiter.backOff(asked);
		}
		await unlessAborted(sleep(next), cancel);
	}
}

/** Sends a request once, when the rate limit allows it. */
async function limited(call: Call): Promise<ReadResponse> {
	const { context, connection, request, rateLimiter, askedAt, cancel } = call;
	if (rateLimiter.blockedFor > 0) noteRefusal(context);
	await rateLimiter.acquire(askedAt, {
		deadline: call.deadline,
		grace: call.grace,
		assumedLimit: isPoll(context) ? POLL_LIMIT : undefined,
		signal: cancel,
	});
	try {
		const { binary, isStreamed } = request;
		const options = { ...connection, timeout: timeoutOf(call), binary, isStreamed, cancel };
		const result = await sendOnce(context, requestOf(call), options);
		rateLimiter.update((result.failure ?? result).headers);
		if (result.failure?.status === 429) noteRefusal(context);
		else if (!result.failure || result.failure.status !== undefined) refusedSince.delete(context);
		return result;
	} finally {
		rateLimiter.release();
	}
}

/** Milliseconds until the end of a response. */
function timeoutOf({ connection: { timeout, maxDuration = Infinity }, since }: Call): number {
	const seconds = Math.floor((since() + maxDuration - performance.now()) / 1000);
	return Math.min(timeout, Math.max(1, seconds) * 1000);
}

function requestOf({ connection, request }: Call): IHttpRequestOptions {
	const { method, path, query, body } = request;
	return { method, url: serviceUrl(connection.baseUrl) + path, qs: cleanQuery(query), body };
}

function noteRefusal(context: ApiContext): void {
	if (isExecution(context) && !refusedSince.has(context)) {
		refusedSince.set(context, performance.now());
	}
}

/** @throws WaitTooLong if another request does not end in time */
async function inTime(other: Promise<unknown>, { deadline, grace, cancel }: Call): Promise<void> {
	const left = Math.max(0, deadline() + grace - performance.now());
	// Not `sleep`, which would keep the process alive when it is no longer needed.
	const late = AbortSignal.timeout(Math.ceil(left));
	const end = cancel ? AbortSignal.any([cancel, late]) : late;
	const isCutOff = await unlessAborted(other, end).then(
		() => false,
		() => true,
	);
	if (!isCutOff) return;
	cancel?.throwIfAborted();
	throw new WaitTooLong(0, false);
}

/** Counts the Max Wait of all requests of a context from an instant on, by `performance.now()`. */
export function shareMaxWait(context: ApiContext, since: number): void {
	sharedSince.set(context, since);
}

/** As `apiResponse`, for the parsed body alone. */
export async function apiRequest(context: ApiContext, request: ApiRequest): Promise<unknown> {
	return (await apiResponse(context, request)).body;
}

/**
 * As `apiRequest`, for a response that is an object.
 *
 * @throws UnexpectedResponse if it is not
 */
export async function apiObject(context: ApiContext, request: ApiRequest): Promise<IDataObject> {
	const body = await apiRequest(context, request);
	if (!isObject(body)) throw unexpected(request, 'is not an object');
	return body;
}

/**
 * As `apiRequest`, for a response that is a list of objects.
 *
 * @throws UnexpectedResponse if it is not
 */
export async function apiList(context: ApiContext, request: ApiRequest): Promise<IDataObject[]> {
	return asList(await apiRequest(context, request), request);
}

/**
 * As `apiRequest`, for a response that is an object or a list of objects.
 *
 * @throws UnexpectedResponse if it is neither
 */
export async function apiObjectOrList(
	context: ApiContext,
	request: ApiRequest,
): Promise<IDataObject | IDataObject[]> {
	const body = await apiRequest(context, request);
	return isObject(body) ? body : asList(body, request);
}

/** Whether the rate limit leaves room for so many optional requests. */
export async function hasRoomFor(
	context: ApiContext,
	path: string,
	count: number,
): Promise<boolean> {
	return rateLimiterFor((await connectionFor(context)).credential, path).hasRoomFor(count);
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
