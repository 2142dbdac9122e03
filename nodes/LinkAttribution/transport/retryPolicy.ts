import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';
import type { ApiFailure, RequestHistory } from './types';

/** Methods with the same effect if a request is sent twice. */
const IDEMPOTENT: IHttpRequestMethods[] = ['GET', 'DELETE'];

/** The request was not sent: the name is unknown, or nobody listens. */
const NOT_SENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

const MAX_RETRIES_NOT_SENT = 3;
/** A wrong base URL returns a web page each time. */
const MAX_RETRIES_UNREADABLE = 5;
/** Milliseconds after the first server error or broken connection. */
const MAX_TROUBLE_MS = 60_000;

export const MIN_RATE_LIMIT_WAIT_MS = 1_000;
const MAX_BACK_OFF_MS = 60_000;

/** A `Date` header is up to a second old; clocks that differ by more than this are not in step. */
const SAME_CLOCK_MS = 5_000;

type Kind = 'rateLimited' | 'lostTokenRefresh' | 'notSent' | 'trouble' | 'final';

/** The reason to give up. */
export type Reason = Pick<RequestHistory, 'requestedWait' | 'statedWait' | 'outcome'>;

/**
 * Decides whether and when a request is sent again.
 *
 * - After a 429, always: it was not carried out.
 * - If it was not sent, or another request refreshed the access token at the same time, always.
 * - After a server error, a broken connection, or an unreadable response, only GET and DELETE: any other request may have
 *   taken effect, and would a second time.
 */
export class RetryPolicy {
	readonly #method: IHttpRequestMethods;

	readonly #deadline: () => number;

	readonly #maxTrouble: number;

	readonly #count: Record<Kind, number> = {
		rateLimited: 0,
		lostTokenRefresh: 0,
		notSent: 0,
		trouble: 0,
		final: 0,
	};

	/** In a row. */
	#unreadable = 0;

	/** Instant after which only a rate limit is waited for, from the first trouble on. */
	#troubleEnds?: number;

	/**
	 * @param deadline instant after which no attempt begins
	 * @param maxTrouble milliseconds after the first trouble
	 */
	constructor(method: IHttpRequestMethods, deadline: () => number, maxTrouble = MAX_TROUBLE_MS) {
		this.#method = method;
		this.#deadline = deadline;
		this.#maxTrouble = maxTrouble;
	}

	get summary() {
		const { rateLimited, notSent, trouble } = this.#count;
		return { retries: rateLimited + notSent + trouble, mayHaveSucceededBefore: trouble > 0 };
	}

	/** @returns the wait before the next attempt, in milliseconds, or the reason to give up */
	after(failure: ApiFailure): number | Reason {
		const kind = kindOf(failure);
		const count = this.#count[kind]++;
		const isSafe = IDEMPOTENT.includes(this.#method);
		switch (kind) {
			case 'rateLimited': {
				const wait = rateLimitWait(failure.headers, count, Date.now());
				const stated = requestedWait(failure.headers, Date.now()) ?? 0;
				return this.#within(wait) ?? { requestedWait: wait, statedWait: stated };
			}
			case 'lostTokenRefresh':
				return count === 0 ? backOff(0, 500) : {};
			case 'notSent':
				return count < MAX_RETRIES_NOT_SENT ? this.#inTrouble(backOff(count, 500)) : {};
			case 'trouble':
				if (!isSafe) return { outcome: failure.unreadable === 'broken' ? 'succeeded' : 'unknown' };
				this.#unreadable = failure.unreadable ? this.#unreadable + 1 : 0;
				if (this.#unreadable > MAX_RETRIES_UNREADABLE) return {};
				return this.#inTrouble(backOff(count, 250, 8_000));
			case 'final':
				return failure.unreadable && !isSafe ? { outcome: 'succeeded' } : {};
		}
	}

	#within(wait: number, deadline = this.#deadline()): number | undefined {
		return performance.now() + wait <= deadline ? wait : undefined;
	}

	#inTrouble(wait: number): number | Reason {
		this.#troubleEnds ??= performance.now() + this.#maxTrouble;
		return this.#within(wait, Math.min(this.#deadline(), this.#troubleEnds)) ?? {};
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
