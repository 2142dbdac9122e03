import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';
import type { ApiFailure, RequestHistory } from './types';

/** Methods with the same effect if a request is sent twice. */
const IDEMPOTENT: IHttpRequestMethods[] = ['GET', 'DELETE'];

/** The request was not sent: the name is unknown, or nobody listens. */
const NOT_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

const MAX_RETRIES_NOT_SENT = 3;
/** A wrong base URL returns a web page each time. */
const MAX_RETRIES_UNREADABLE = 5;
/** Milliseconds of waiting and trying after the first server error or broken connection. */
const MAX_TROUBLE_MS = 60_000;

const MIN_RATE_LIMIT_WAIT_MS = 1_000;
const MAX_BACK_OFF_MS = 60_000;

/** A `Date` header is up to a second old; clocks that differ by more than this are not in step. */
const SAME_CLOCK_MS = 5_000;

type Kind = 'rateLimited' | 'lostTokenRefresh' | 'notSent' | 'trouble' | 'final';

/**
 * Decides whether and when a request is retried.
 *
 * - After a 429, always: it was not carried out.
 * - If it was not sent, or another request refreshed the access token at the same time, always.
 * - After a server error, a broken connection, or an unreadable response, only GET and DELETE: any other request may have
 *   taken effect, and would a second time.
 */
export class RetryPolicy {
	readonly #method: IHttpRequestMethods;

	readonly #history: RequestHistory;

	readonly #count: Record<Kind, number> = {
		rateLimited: 0,
		lostTokenRefresh: 0,
		notSent: 0,
		trouble: 0,
		final: 0,
	};

	/** In a row. */
	#unreadable = 0;

	/** Milliseconds since the first trouble, without the waits for a rate limit. */
	#troubled = 0;

	readonly #maxTrouble: number;

	/**
	 * @param maxWait milliseconds of all waits together, also those before the first attempt; 0 disables retries
	 * @param maxTrouble milliseconds after which only a rate limit is retried
	 */
	constructor(method: IHttpRequestMethods, maxWait: number, maxTrouble = MAX_TROUBLE_MS) {
		this.#method = method;
		this.#maxTrouble = Math.min(maxWait, maxTrouble);
		this.#history = { waited: 0, maxWait };
	}

	get history(): RequestHistory {
		return this.#history;
	}

	get summary() {
		const { rateLimited, notSent, trouble } = this.#count;
		return { retries: rateLimited + notSent + trouble, mayHaveSucceededBefore: trouble > 0 };
	}

	/** @param wait milliseconds that the request waited for the rate limit */
	addWait(wait: number): void {
		this.#history.waited += wait;
	}

	/**
	 * @param took milliseconds that the attempt took
	 * @param left milliseconds that the request may still wait
	 * @returns milliseconds until the next attempt; undefined for none. The caller adds the wait for a rate limit as it passes.
	 */
	waitAfter(
		failure: ApiFailure,
		took: number,
		left = this.#history.maxWait - this.#history.waited,
	): number | undefined {
		const kind = kindOf(failure);
		const isTrouble = kind === 'notSent' || kind === 'trouble';
		if (isTrouble && this.#count.notSent + this.#count.trouble > 0) this.#troubled += took;
		const wait = this.#wait(kind, failure, left);
		this.#count[kind]++;
		if (wait !== undefined && kind !== 'rateLimited') {
			this.#history.waited += wait;
			if (isTrouble) this.#troubled += wait;
		}
		return wait;
	}

	/**
	 * The failure of a request that is not sent, as it would have to wait for longer than allowed.
	 *
	 * @param isRequested whether it is the service that asks for it, or other requests go first
	 */
	failureOfWait(wait: number, isRequested: boolean): ApiFailure {
		Object.assign(this.#history, isRequested ? { requestedWait: wait } : { queueWait: wait });
		return {
			status: 429,
			code: 'rate_limit_exceeded',
			message: 'Rate limit exceeded.',
			headers: { 'retry-after': Math.ceil(wait / 1000) },
		};
	}

	#wait(kind: Kind, failure: ApiFailure, maxWait: number): number | undefined {
		const count = this.#count[kind];
		const left = Math.min(this.#maxTrouble - this.#troubled, maxWait);
		switch (kind) {
			case 'rateLimited': {
				const wait = rateLimitWait(failure.headers, count, Date.now());
				if (wait <= maxWait) return wait;
				this.#history.requestedWait = wait;
				this.#history.statedWait = requestedWait(failure.headers, Date.now()) ?? 0;
				return undefined;
			}
			case 'lostTokenRefresh':
				return count === 0 ? backOff(0, 500) : undefined;
			case 'notSent':
				return count < MAX_RETRIES_NOT_SENT ? within(backOff(count, 500), left) : undefined;
			case 'trouble': {
				if (!IDEMPOTENT.includes(this.#method)) {
					this.#history.outcome = failure.unreadable === 'broken' ? 'succeeded' : 'unknown';
					return undefined;
				}
				this.#unreadable = failure.unreadable ? this.#unreadable + 1 : 0;
				if (this.#unreadable > MAX_RETRIES_UNREADABLE) return undefined;
				return within(backOff(count, 250, 8_000), left);
			}
			case 'final':
				if (failure.unreadable && !IDEMPOTENT.includes(this.#method)) {
					this.#history.outcome = 'succeeded';
				}
				return undefined;
		}
	}
}

function kindOf(failure: ApiFailure): Kind {
	const { status, code, isTokenRefresh, unreadable } = failure;
	if (status === 429) return 'rateLimited';
	if (isTokenRefresh && status === 401) return 'lostTokenRefresh';
	if (unreadable) return unreadable === 'tooLarge' ? 'final' : 'trouble';
	if (status !== undefined) return status >= 500 ? 'trouble' : 'final';
	if (code === undefined || isCertificateError(code) || isPlainHttp(failure)) return 'final';
	return NOT_SENT.includes(code) ? 'notSent' : 'trouble';
}

/** Whether a connection failed because its certificate is not trusted; nothing was sent then. */
export function isCertificateError(code: string): boolean {
	return /CERT|^UNABLE_TO_|^ERR_TLS_|^(INVALID_CA|HOSTNAME_MISMATCH)$/.test(code);
}

/** Whether the server speaks HTTP where HTTPS was expected; nothing was sent then. */
export function isPlainHttp({ code, message }: ApiFailure): boolean {
	return code === 'EPROTO' && /wrong version number|packet length too long/.test(message);
}

function within(wait: number, left: number): number | undefined {
	return wait <= left ? wait : undefined;
}

/**
 * Milliseconds before the next attempt after a 429: what the service asks for, but at least the back-off, so that a key
 * that is never accepted is not tried every second.
 *
 * @param attempt 0 for the first 429
 */
export function rateLimitWait(headers: IDataObject, attempt: number, now: number): number {
	const requested = requestedWait(headers, now);
	if (requested === undefined) return backOff(attempt, MIN_RATE_LIMIT_WAIT_MS);
	const jitter = Math.random() * Math.min(MIN_RATE_LIMIT_WAIT_MS, requested / 4);
	return Math.max(requested + jitter, attempt === 0 ? 0 : backOff(attempt, MIN_RATE_LIMIT_WAIT_MS));
}

/** Milliseconds that a request waits before it is sent again, but others wait no longer for it. */
const MAX_SHARED_BACK_OFF_MS = 10_000;

/**
 * The part of the wait after a 429 that holds for all requests of the credential: what the service asks for. The back-off
 * of a request that is refused again and again is its own, up to some seconds.
 *
 * @param wait milliseconds that the request itself waits
 */
export function sharedWait(wait: number, headers: IDataObject, now: number): number {
	return Math.min(wait, (requestedWait(headers, now) ?? 0) + MAX_SHARED_BACK_OFF_MS);
}

/**
 * Milliseconds that the service asks to wait, from `Retry-After` or else `X-RateLimit-Reset`.
 *
 * Seconds, epoch seconds, epoch milliseconds, and HTTP dates all occur, so the magnitude tells the unit: the public
 * service sends the end of its window in epoch milliseconds where the contract says seconds to wait. Instants are
 * compared with the service's clock if its `Date` header shows that ours differs.
 *
 * @param headers with lower-case names
 * @param now epoch milliseconds
 * @returns at least a second; undefined without a readable header
 */
export function requestedWait(headers: IDataObject, now: number): number | undefined {
	const date = Date.parse(String(headers.date));
	const serviceNow = Math.abs(date - now) > SAME_CLOCK_MS ? date : now;
	const wait =
		parseWait(headers['retry-after'], serviceNow) ??
		parseWait(headers['x-ratelimit-reset'], serviceNow);
	return wait === undefined ? undefined : Math.max(wait, MIN_RATE_LIMIT_WAIT_MS);
}

function parseWait(value: unknown, now: number): number | undefined {
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const text = String(value).trim();
	if (text === '') return undefined;
	const amount = Number(text);
	if (Number.isNaN(amount)) {
		const date = Date.parse(text);
		return Number.isNaN(date) ? undefined : date - now;
	}
	if (amount >= 1e12) return amount - now;
	if (amount >= 1e9) return amount * 1000 - now;
	return amount * 1000;
}

/**
 * Exponential back-off with up to half of it as jitter, so that parallel callers do not come back together.
 *
 * @param first milliseconds before the first retry
 */
export function backOff(attempt: number, first: number, max = MAX_BACK_OFF_MS): number {
	const wait = Math.min(first * 2 ** attempt, max);
	return wait + (wait / 2) * Math.random();
}
