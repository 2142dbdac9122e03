import { sleep, type IDataObject } from 'n8n-workflow';
import { abortableSleep, unlessAborted } from './n8nQuirks';

/** Requests of one credential and class that are in flight at the same time. */
const MAX_IN_FLIGHT = 32;

/** How many intervals late a request may be without delaying those after it: a busy process is late by some 100 ms. */
const TOLERANCE = 0.6;

/** The share of a limit per minute that may be used without spacing, as the service also counts some of the minute before. */
const BURST = 0.5;

/** Milliseconds without a request after which a limit is forgotten: the plan may have changed, or the guess was too low. */
const FORGET_AFTER_MS = 600_000;

/** Milliseconds that a timer may last, as those of `AbortSignal` cannot be cleared. */
const MAX_TIMER_MS = 1_000;

/** Milliseconds of a window, and the lowest limit of any plan. */
const CLASSES = {
	analytics: { window: 1_000, lowestLimit: 2 },
	general: { window: 60_000, lowestLimit: 60 },
};

interface AcquireOptions {
	/** Cancels the wait. */
	signal?: AbortSignal;
	/** Analytics requests per second as long as no limit is known. */
	assumedLimit?: number;
	/** Milliseconds that the request may wait. */
	maxWait?: number;
	/** The part of it that may be because the service asks to wait. */
	maxBlock?: number;
	/** Milliseconds that the request waits before it joins the queue. */
	ownWait?: number;
	/** Identifies the execution. */
	sender?: object;
}

interface Entry {
	since: number;
	sender?: object;
}

/** A request that would have to wait for longer than it may. */
export class WaitTooLong extends Error {
	/** Milliseconds that it would still have to wait; 0 if it is not known when those before it end. */
	readonly wait: number;

	/** Whether the service asks for them. */
	readonly isRequested: boolean;

	constructor(wait: number, isRequested: boolean) {
		super('The rate limit leaves no room in time');
		this.wait = wait;
		this.isRequested = isRequested;
	}
}

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
	#queue: Entry[] = [];

	/** Senders of refused requests, since the service last accepted one. */
	#refused = new Set<object | undefined>();

	/** Called when fewer requests wait or are in flight, or the service asks to wait. */
	#onChange: Array<() => void> = [];

	/** Called when the service asks to wait. */
	readonly #onBlock = new Set<() => void>();

	/** When the timer of those that wait for a change ends. */
	#wakeAt = Infinity;

	constructor(requestClass: keyof typeof CLASSES) {
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
	 * @param since when it was first asked for: the oldest goes first, so a retry goes before what was asked for after it.
	 *   While the service refuses requests, those of executions that it has not refused go before them all.
	 * @returns when it was sent, to be passed to `backOff`
	 * @throws WaitTooLong as soon as it is clear that the request cannot be sent in time
	 */
	async acquire(
		since: number,
		{
			signal,
			assumedLimit,
			maxWait = Infinity,
			maxBlock = maxWait,
			ownWait = 0,
			sender,
		}: AcquireOptions = {},
	): Promise<number> {
		const begin = performance.now();
		if (ownWait > 0) await abortableSleep(ownWait, signal);
		const entry = { since, sender };
		this.#queue.push(entry);
		this.#sort();
		try {
			for (;;) {
				signal?.throwIfAborted();
				const now = performance.now();
				const ahead = this.#queue.indexOf(entry);
				const isNext = ahead === 0 && this.#inFlight < MAX_IN_FLIGHT;
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
				const left = begin + maxWait - now;
				if (this.#blockedUntil > Math.max(now, begin + maxBlock)) {
					throw new WaitTooLong(this.#blockedUntil - now, true);
				}
				const waitForTurn = Math.max(0, wait, this.#due - burst + ahead * interval - now);
				if (waitForTurn > left) throw new WaitTooLong(waitForTurn, false);
				const change = isNext ? this.#blockWithin(wait) : this.#changeWithin(left);
				await unlessAborted(change, signal);
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

	/** Notes that the service accepted a request, as far as the rate limit is concerned. */
	accepted(): void {
		if (this.#refused.size === 0) return;
		this.#refused.clear();
		this.#sort();
		this.#notify();
	}

	/**
	 * Sends nothing for a while, and then spaces evenly.
	 *
	 * @param sentAt of the request that was rate limited
	 * @param wait milliseconds
	 * @param sender of the request
	 */
	backOff(sentAt: number, wait: number, sender?: object): void {
		this.#blockedUntil = Math.max(this.#blockedUntil, performance.now() + wait);
		this.#refused.add(sender);
		this.#sort();
		const passed = this.#sent.filter((at) => at < sentAt).length;
		if (passed >= CLASSES[this.#class].lowestLimit) {
			this.#guessedLimit = Math.min(this.#guessedLimit ?? Infinity, passed);
		}
		this.#due = Math.max(this.#due, this.#blockedUntil + this.#spacing().burst);
		this.#notify();
		for (const wake of this.#onBlock) wake();
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

	#sort(): void {
		const rank = ({ sender }: Entry) => (this.#refused.has(sender) ? 1 : 0);
		this.#queue.sort((a, b) => rank(a) - rank(b) || a.since - b.since);
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
