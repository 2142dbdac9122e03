import { sleep, type IDataObject } from 'n8n-workflow';
import { unlessAborted } from './n8nQuirks';

/** Requests of one credential and class that are in flight at the same time. */
const MAX_IN_FLIGHT = 32;

/** How many intervals late a request may be without delaying those after it: a busy process is late by some 100 ms. */
const TOLERANCE = 0.6;

/** The share of a limit per minute that may be used without spacing, as the service also counts some of the minute before. */
const BURST = 0.5;

/** Milliseconds without a request after which a limit is forgotten: the plan may have changed, or the guess was too low. */
const FORGET_AFTER = 600_000;

/** Milliseconds of a window, and the lowest limit of any plan. */
const CLASSES = {
	analytics: { window: 1_000, lowestLimit: 2 },
	general: { window: 60_000, lowestLimit: 60 },
};

/**
 * Spaces the requests of one credential and class, for everything that runs in this process: by the limit that the
 * service states, or else by the one that a 429 suggests. Until one is known, nothing is spaced.
 *
 * The algorithm is GCRA (ITU-T I.371), which stores one instant instead of a bucket of tokens. All instants are from
 * `performance.now()`, which no correction of the clock moves.
 */
export class RateLimiter {
	readonly #class: keyof typeof CLASSES;

	/** Requests per window, as the service says. */
	#statedLimit?: number;

	/** Requests per window that passed before a 429. */
	#guessedLimit?: number;

	/** When the next request is due if all are spaced evenly. */
	#due = 0;

	#blockedUntil = 0;

	/** When the requests of the last window were sent. */
	readonly #sent: number[] = [];

	#lastSent = performance.now();

	#inFlight = 0;

	/** Requests that wait, in the order in which they are sent. */
	readonly #queue: Array<{ since: number }> = [];

	/** Called when fewer requests wait or are in flight. */
	#onChange: Array<() => void> = [];

	constructor(requestClass: keyof typeof CLASSES) {
		this.#class = requestClass;
	}

	/** Milliseconds that the service asks to wait. */
	get blockedFor(): number {
		return Math.max(0, this.#blockedUntil - performance.now());
	}

	get isOutdated(): boolean {
		return performance.now() - Math.max(this.#blockedUntil, this.#lastSent) > FORGET_AFTER;
	}

	/** Whether so many requests can be sent without spacing. */
	hasRoomFor(count: number): boolean {
		const { interval, burst } = this.#spacing();
		return interval === 0 || performance.now() - this.#due + burst >= count * interval;
	}

	/**
	 * Waits until a request may be sent; `release` must be called when it has ended.
	 *
	 * @param since when it was first asked for: the oldest goes first, so a retry goes before what was asked for after it
	 * @param assumedLimit of analytics requests per second as long as no limit is known
	 * @returns when it was sent, to be passed to `backOff`
	 */
	async acquire(since: number, signal?: AbortSignal, assumedLimit?: number): Promise<number> {
		const entry = { since };
		this.#queue.push(entry);
		this.#queue.sort((a, b) => a.since - b.since);
		try {
			for (;;) {
				signal?.throwIfAborted();
				const now = performance.now();
				const isNext = this.#queue[0] === entry && this.#inFlight < MAX_IN_FLIGHT;
				const { interval, burst } = this.#spacing(assumedLimit);
				const wait = Math.max(this.#blockedUntil, this.#due - burst) - now;
				if (isNext && wait <= 0) {
					const isTooLate = now - this.#due > TOLERANCE * interval;
					this.#due = (isTooLate ? now : this.#due) + interval;
					while (this.#sent[0] <= now - CLASSES[this.#class].window) this.#sent.shift();
					this.#sent.push(now);
					this.#lastSent = now;
					this.#inFlight++;
					return now;
				}
				await unlessAborted(isNext ? sleep(wait) : this.#change(), signal);
			}
		} finally {
			this.#queue.splice(this.#queue.indexOf(entry), 1);
			this.#notify();
		}
	}

	release(): void {
		this.#inFlight--;
		this.#notify();
	}

	/** @param headers of a response, with lower-case names */
	update(headers: IDataObject): void {
		const limit = Number(headers['x-ratelimit-limit']);
		if (!(limit >= 1)) return;
		const isFirst = this.#statedLimit === undefined;
		this.#statedLimit = limit;
		if (isFirst) this.#due = Math.max(this.#due, this.#lastSent + this.#spacing().interval);
	}

	/**
	 * Sends nothing for a while, and then spaces evenly.
	 *
	 * @param sentAt of the request that was rate limited
	 * @param wait milliseconds
	 */
	backOff(sentAt: number, wait: number): void {
		this.#blockedUntil = Math.max(this.#blockedUntil, performance.now() + wait);
		const passed = this.#sent.filter((at) => at < sentAt).length;
		if (passed >= CLASSES[this.#class].lowestLimit) {
			this.#guessedLimit = Math.min(this.#guessedLimit ?? Infinity, passed);
		}
		this.#due = Math.max(this.#due, this.#blockedUntil + this.#spacing().burst);
	}

	/** Milliseconds between two requests, and by how many of them the next one may be early. */
	#spacing(assumedLimit = Infinity): { interval: number; burst: number } {
		const isAnalytics = this.#class === 'analytics';
		const { window } = CLASSES[this.#class];
		const limit =
			this.#statedLimit ?? this.#guessedLimit ?? (isAnalytics ? assumedLimit : Infinity);
		// Within a second a burst gains nothing: the requests after it wait for as long.
		return { interval: window / limit, burst: isAnalytics ? 0 : window * BURST };
	}

	#change(): Promise<void> {
		return new Promise((resolve) => this.#onChange.push(resolve));
	}

	#notify(): void {
		for (const wake of this.#onChange.splice(0)) wake();
	}
}

const rateLimiters = new Map<string, RateLimiter>();

/**
 * The rate limiter for a path of the API and a credential, the same for everything that runs in this process.
 *
 * @param credential identifies it
 */
export function rateLimiterFor(credential: string, path: string): RateLimiter {
	const requestClass = /\/(analytics|events)\b/.test(path) ? 'analytics' : 'general';
	const key = `${requestClass} ${credential}`;
	for (const [each, { isOutdated }] of rateLimiters) if (isOutdated) rateLimiters.delete(each);
	const rateLimiter = rateLimiters.get(key) ?? new RateLimiter(requestClass);
	rateLimiters.set(key, rateLimiter);
	return rateLimiter;
}
