import type { IHttpRequestMethods } from 'n8n-workflow';
import { isUntrusted } from './connection';
import type { Refusal } from './errors';
import { backOff, rateLimitWait } from './rateLimit';

/** What has the same effect when it is done twice. */
const REPEATABLE: IHttpRequestMethods[] = ['GET', 'DELETE'];

/** The request never left: the name is unknown, or nobody listens. */
const UNSENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

const MOST_UNSENT = 3;
/** A wrong base URL answers with a web page each time. */
const MOST_UNREADABLE = 5;
/** Milliseconds to go on in all, waiting and trying, after the service, or the way to it, was first in trouble. */
const LONGEST_TROUBLE = 60_000;

type Kind = 'rateLimited' | 'lostRenewal' | 'unsent' | 'trouble' | 'final';

/** What became of a request before it was given up. Times are milliseconds. */
export interface History {
	waited: number;
	/** What the service asked to wait, when that is more than may be waited. */
	wanted?: number;
	longestWait: number;
	/** Whether it may, or even must, have been carried out although its answer is lost. */
	outcome?: 'unknown' | 'carriedOut';
}

/**
 * Decides whether and when a request is repeated.
 *
 * - After a 429, any: it was not carried out.
 * - When it could not be sent, or an access token was renewed by another one at the same time, any.
 * - After a server error, a broken connection or an answer that cannot be read, only GET and DELETE: anything else may
 *   have taken effect, and would take it twice.
 */
export class Repetition {
	readonly #method: IHttpRequestMethods;

	readonly #history: History;

	readonly #count: Record<Kind, number> = {
		rateLimited: 0,
		lostRenewal: 0,
		unsent: 0,
		trouble: 0,
		final: 0,
	};

	#unreadable = 0;

	/** Milliseconds since the first trouble, without the waits for a rate limit. */
	#troubled = 0;

	readonly #longestTrouble: number;

	/**
	 * @param longestWait milliseconds to wait in all; 0 repeats nothing
	 * @param longestTrouble milliseconds after which no other trouble than a rate limit is gone on with
	 */
	constructor(method: IHttpRequestMethods, longestWait: number, longestTrouble = LONGEST_TROUBLE) {
		this.#method = method;
		this.#longestTrouble = Math.min(longestWait, longestTrouble);
		this.#history = { waited: 0, longestWait };
	}

	get history(): History {
		return this.#history;
	}

	get summary() {
		const { rateLimited, unsent, trouble } = this.#count;
		return { repetitions: rateLimited + unsent + trouble, maybeCarriedOutBefore: trouble > 0 };
	}

	/**
	 * @param took milliseconds that the request took
	 * @returns milliseconds until it is to be sent again; undefined when it must not be
	 */
	waitAfter(refusal: Refusal, took: number): number | undefined {
		const kind = kindOf(refusal);
		const isTrouble = kind === 'unsent' || kind === 'trouble';
		if (isTrouble && this.#count.unsent + this.#count.trouble > 0) this.#troubled += took;
		const wait = this.#wait(kind, refusal);
		this.#count[kind]++;
		if (wait !== undefined) {
			this.#history.waited += wait;
			if (isTrouble) this.#troubled += wait;
		}
		return wait;
	}

	/** The refusal that a request would meet while the service asks for a wait of some milliseconds. */
	refuseFor(wait: number): Refusal {
		this.#history.wanted = wait;
		return {
			status: 429,
			code: 'rate_limit_exceeded',
			message: 'The rate limit is used up.',
			headers: { 'retry-after': Math.ceil(wait / 1000) },
		};
	}

	#wait(kind: Kind, refusal: Refusal): number | undefined {
		const count = this.#count[kind];
		const { waited, longestWait } = this.#history;
		const left = Math.min(this.#longestTrouble - this.#troubled, longestWait - waited);
		switch (kind) {
			case 'rateLimited': {
				const wait = rateLimitWait(refusal.headers, count, Date.now());
				if (waited + wait <= longestWait) return wait;
				this.#history.wanted = wait;
				return undefined;
			}
			case 'lostRenewal':
				return count === 0 ? backOff(0, 500) : undefined;
			case 'unsent':
				return count < MOST_UNSENT ? within(backOff(count, 500), left) : undefined;
			case 'trouble': {
				if (!REPEATABLE.includes(this.#method)) {
					this.#history.outcome = refusal.unreadable === 'broken' ? 'carriedOut' : 'unknown';
					return undefined;
				}
				this.#unreadable = refusal.unreadable ? this.#unreadable + 1 : 0;
				if (this.#unreadable > MOST_UNREADABLE) return undefined;
				return within(backOff(count, 250, 8_000), left);
			}
			case 'final':
				if (refusal.unreadable && !REPEATABLE.includes(this.#method)) {
					this.#history.outcome = 'carriedOut';
				}
				return undefined;
		}
	}
}

function kindOf({ status, code, renewal, unreadable }: Refusal): Kind {
	if (status === 429) return 'rateLimited';
	if (renewal && status === 401) return 'lostRenewal';
	if (unreadable) return unreadable === 'tooLarge' ? 'final' : 'trouble';
	if (status !== undefined) return status >= 500 ? 'trouble' : 'final';
	if (code === undefined || isUntrusted(code)) return 'final';
	return UNSENT.includes(code) ? 'unsent' : 'trouble';
}

function within(wait: number, left: number): number | undefined {
	return wait <= left ? wait : undefined;
}
