import { sleep, type IDataObject } from 'n8n-workflow';
import { unlessAborted } from './n8nQuirks';

/** Requests of one credential and class that are in flight at the same time. */
const MAX_IN_FLIGHT = 32;

/** How many intervals late a request may be without delaying those after it: a busy process is late by some 100 ms. */
const TOLERANCE = 0.6;

/** The share of a limit per minute that may be used without spacing, as the service also counts some of the minute before. */
const BURST = 0.5;

/** Milliseconds without a request after which a limit is forgotten: the plan may have changed. */
const FORGET_AFTER_MS = 600_000;

/** Milliseconds that a timer may last, as those of `AbortSignal` cannot be cleared. */
const MAX_TIMER_MS = 1_000;

/**
 * In which the service counts the requests of a class. In the first millisecond of a second it still counts all of the
 * second before.
 */
const WINDOWS_MS = { analytics: 1_001, general: 60_000 };

interface AcquireOptions {
	/** Instant after which the request does not wait for the service. */
	deadline?: () => number;
	/** Milliseconds after it in which it still waits for the requests before it. */
	grace?: number;
	/** Analytics requests per second as long as no limit is known. */
	assumedLimit?: number;
	/** Cancels the wait. */
	signal?: AbortSignal;
}

/** A request that was not sent, as it would have to wait until after its deadline. */
export class WaitTooLong extends Error {
	/** Milliseconds that it would still have to wait; 0 if it is not known when those before it end. */
	readonly wait: number;

	/** Whether the service asks for them, or other requests go first. */
	readonly isRequested: boolean;

	constructor(wait: number, isRequested: boolean) {
		super('Rate limit exceeded.');
		this.wait = wait;
		this.isRequested = isRequested;
	}
}

/**
 * Spaces the requests of one credential and class, for everything that runs in this process, by the limit that the
 * service states. Until it is known, nothing is spaced.
 *
 * The algorithm is GCRA (ITU-T I.371), which stores one instant instead of a bucket of tokens. All instants are from
 * `performance.now()`, which no correction of the clock moves.
 */
export class RateLimiter {
	readonly #class: keyof typeof WINDOWS_MS;

	/** Requests per window, as the service says. */
	#statedLimit?: number;

	/** When the next request is due if all are spaced evenly. */
	#due = 0;

	#blockedUntil = 0;

	#lastSent = performance.now();

	#inFlight = 0;

	/** Requests that wait, in the order in which they are sent. */
	readonly #queue: Array<{ since: number }> = [];

	/** Called when fewer requests wait or are in flight, or the service asks to wait. */
	#onChange: Array<() => void> = [];

	/** Called when the service asks to wait. */
	readonly #onBlock = new Set<() => void>();

	/** When the timer of those that wait for a change ends. */
	#wakeAt = Infinity;

	constructor(requestClass: keyof typeof WINDOWS_MS) {
		this.#class = requestClass;
	}

	/** Milliseconds that the service asks to wait. */
	get blockedFor(): number {
		return Math.max(0, this.#blockedUntil - performance.now());
	}

	get isOutdated(): boolean {
		return performance.now() - Math.max(this.#blockedUntil, this.#lastSent) > FORGET_AFTER_MS;
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
	 * @throws WaitTooLong as soon as it is clear that the request cannot be sent in time
	 */
	async acquire(
		since: number,
		{ deadline = () => Infinity, grace = 0, assumedLimit, signal }: AcquireOptions = {},
	): Promise<void> {
		const turn = { since };
		this.#queue.push(turn);
		this.#queue.sort((a, b) => a.since - b.since);
		try {
			for (;;) {
				signal?.throwIfAborted();
				const now = performance.now();
				const { interval, burst } = this.#spacing(assumedLimit);
				const ahead = this.#queue.indexOf(turn);
				const isNext = ahead === 0 && this.#inFlight < MAX_IN_FLIGHT;
				const at = Math.max(this.#blockedUntil, this.#due - burst + ahead * interval);
				if (isNext && at <= now) return this.#take(now, interval);
				if (this.#blockedUntil > Math.max(now, deadline())) {
					throw new WaitTooLong(this.#blockedUntil - now, true);
				}
				const latest = deadline() + grace;
				if (Math.max(at, now) > latest) throw new WaitTooLong(Math.max(0, at - now), false);
				await unlessAborted(
					isNext ? this.#blockWithin(at - now) : this.#changeWithin(latest - now),
					signal,
				);
			}
		} finally {
			this.#queue.splice(this.#queue.indexOf(turn), 1);
			this.#notify();
		}
	}

	#take(now: number, interval: number): void {
		const isTooLate = now - this.#due > TOLERANCE * interval;
		this.#due = (isTooLate ? now : this.#due) + interval;
		this.#lastSent = now;
		this.#inFlight++;
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
	 * @param wait milliseconds
	 */
	backOff(wait: number): void {
		this.#blockedUntil = Math.max(this.#blockedUntil, performance.now() + wait);
		this.#due = Math.max(this.#due, this.#blockedUntil + this.#spacing().burst);
		this.#notify();
		for (const wake of this.#onBlock) wake();
	}

	/** Milliseconds between two requests, and by how many of them the next one may be early. */
	#spacing(assumedLimit = Infinity): { interval: number; burst: number } {
		const isAnalytics = this.#class === 'analytics';
		const window = WINDOWS_MS[this.#class];
		const limit = this.#statedLimit ?? (isAnalytics ? assumedLimit : Infinity);
		// Within a second a burst gains nothing: the requests after it wait for as long.
		return { interval: window / limit, burst: isAnalytics ? 0 : window * BURST };
	}

	/** @param time milliseconds after which it also returns */
	async #blockWithin(time: number): Promise<void> {
		let wake = () => {};
		const block = new Promise<void>((resolve) => (wake = resolve));
		this.#onBlock.add(wake);
		try {
			await Promise.race([sleep(time), block]);
		} finally {
			this.#onBlock.delete(wake);
		}
	}

	/** @param time milliseconds after which it also returns: those in flight may take longer */
	#changeWithin(time: number): Promise<void> {
		if (time !== Infinity) this.#wakeWithin(time);
		return new Promise((resolve) => this.#onChange.push(resolve));
	}

	/** One timer for all that wait. Not `sleep`, which would keep the process alive when it is no longer needed. */
	#wakeWithin(time: number): void {
		const delay = Math.min(Math.ceil(time) + 1, MAX_TIMER_MS);
		const at = performance.now() + delay;
		if (at >= this.#wakeAt) return;
		this.#wakeAt = at;
		AbortSignal.timeout(delay).addEventListener('abort', () => {
			if (this.#wakeAt === at) this.#wakeAt = Infinity;
			this.#notify();
		});
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
