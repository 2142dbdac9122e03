import type { IDataObject } from 'n8n-workflow';
import { pause, unlessAborted } from './pause';

/** Most requests of one credential and class that are on their way at once. */
const MOST_IN_FLIGHT = 32;
/**
 * The share of the time between two requests by which one may be late, because the process was busy, and still takes the
 * place it was due at instead of the next one.
 */
const MOST_LATE = 0.6;
/**
 * At an even pace, requests arrive at the same places of each of the service's windows. Near the end of one, a request
 * that is late falls into the next, where it is one too many. Only a refusal shows that, so it moves the requests after
 * it to earlier places, by this share of the time between two.
 */
const SHIFT = 0.4;
/**
 * When another refusal follows within `soon` requests, that does not help. Then they are sent further apart than the limit
 * asks, by a share that grows with each such refusal and wears off with each request.
 */
const MARGIN = { soon: 8, step: 0.01, most: 0.1, wear: 0.0001 };
/** Milliseconds without a request after which what is known about a limit is forgotten. */
const FORGET_AFTER = 600_000;
const MOST_REMEMBERED = 500;

/** Fewer requests than this that got through say nothing about where a limit lies. */
const LEAST_TELLING = { analytics: 2, general: 60 };

/**
 * The pace at which one credential may send requests of one class, for everything that runs in this process. It follows
 * the limit that the service states, or, as the service states none with most of its successes, the one that a refusal
 * shows. The service counts by a sliding window: a minute, or a second for analytics and events.
 */
export class Pace {
	readonly #analytics: boolean;

	/** Milliseconds. */
	readonly #window: number;

	/** Requests per window; undefined as long as nobody knows. */
	#limit?: number;

	/** Whether the service said so; otherwise it is what a refusal lets guess. */
	#stated = false;

	/** When the limit became known, first as a guess, or the pace was last changed; what was sent before does not count. */
	#pacedSince = Infinity;

	/** How many requests were sent since then. */
	#paced = 0;

	/** How many requests may follow at once, as of the answer to the request of `#allowanceOf`. */
	#allowance?: number;

	#allowanceOf = -Infinity;

	/** When the requests of the last window were sent, oldest first. */
	#sent: number[] = [];

	#blockedUntil = -Infinity;

	/** The share of the time between two requests that is added to it. */
	#margin = 0;

	/** The latest instant that is taken by a request; the next free one is a period later. */
	#beat = 0;

	#inFlight = 0;

	#lastUse = -Infinity;

	#queue: Promise<void> = Promise.resolve();

	#onDone?: () => void;

	constructor(analytics: boolean) {
		this.#analytics = analytics;
		this.#window = analytics ? 1_000 : 60_000;
	}

	/** When the last request was sent, by `performance.now()`, which no correction of the clock moves. */
	get lastUse(): number {
		return this.#lastUse;
	}

	/** Milliseconds until the wait is over that the service asked for; 0 when it asks for none. */
	get blockedFor(): number {
		return Math.max(0, this.#blockedUntil - performance.now());
	}

	/** Whether there is room for `count` requests more than are necessary. */
	hasRoomFor(count: number): boolean {
		return this.#limit === undefined || this.#left(performance.now(), this.#limit) >= count;
	}

	/**
	 * Waits for this request's turn; turns come in the order in which they were asked for. `done` must be called after.
	 *
	 * @param assumedLimit analytics requests per window as long as no limit is known
	 * @returns the instant, to be handed to `learn` and `hold`
	 */
	async turn(signal?: AbortSignal, assumedLimit?: number): Promise<number> {
		const before = this.#queue;
		let next = () => {};
		this.#queue = new Promise((resolve) => (next = resolve));
		await before;
		try {
			signal?.throwIfAborted();
			while (this.#inFlight >= MOST_IN_FLIGHT) {
				await unlessAborted(new Promise((resolve) => (this.#onDone = resolve)), signal);
			}
			for (;;) {
				signal?.throwIfAborted();
				const now = performance.now();
				this.#forget(now);
				const limit = this.#limit ?? (this.#analytics ? assumedLimit : undefined);
				const due = this.#earliest(now, limit);
				if (due <= now) {
					if (limit !== undefined) this.#takeBeat(now, limit);
					this.#sent.push(now);
					this.#lastUse = now;
					this.#inFlight++;
					this.#paced++;
					this.#margin = Math.max(0, this.#margin - MARGIN.wear);
					return now;
				}
				await pause(due - now, signal);
			}
		} finally {
			next();
		}
	}

	done(): void {
		this.#inFlight--;
		this.#onDone?.();
	}

	/**
	 * What an answer tells about the limit.
	 *
	 * @param sentAt of its request
	 * @param headers lower-case names
	 */
	learn(sentAt: number, headers: IDataObject): void {
		const limit = Number(headers['x-ratelimit-limit'] ?? NaN);
		if (!(limit >= 1)) return;
		this.#setLimit(limit);
		this.#stated = true;
		const remaining = Number(headers['x-ratelimit-remaining'] ?? NaN);
		if (remaining >= 0 && sentAt >= this.#allowanceOf) {
			this.#allowanceOf = sentAt;
			this.#allowance = remaining;
		}
	}

	/** No request before `wait` milliseconds have passed: one was refused. */
	hold(sentAt: number, wait: number): void {
		this.#blockedUntil = Math.max(this.#blockedUntil, performance.now() + wait);
		if (sentAt > this.#pacedSince && this.#limit !== undefined) this.#changePace(this.#limit);
		const letThrough = this.#sent.filter((at) => at <= sentAt).length - 1;
		const telling =
			letThrough >= (this.#analytics ? LEAST_TELLING.analytics : LEAST_TELLING.general);
		if (telling && !this.#stated) this.#setLimit(Math.min(this.#limit ?? Infinity, letThrough));
	}

	#changePace(limit: number): void {
		this.#beat -= (this.#window / limit) * SHIFT;
		if (this.#paced < MARGIN.soon) {
			this.#margin = Math.min(this.#margin + MARGIN.step, MARGIN.most);
		}
		this.#pacedSince = performance.now();
		this.#paced = 0;
	}

	#setLimit(limit: number): void {
		if (this.#limit === undefined) this.#pacedSince = performance.now();
		this.#limit = limit;
	}

	/** Milliseconds between two requests. */
	#apart(limit: number): number {
		return (this.#window / limit) * (1 + this.#margin);
	}

	#forget(now: number): void {
		if (now - this.#lastUse > FORGET_AFTER) {
			this.#limit = this.#allowance = undefined;
			this.#stated = false;
			this.#margin = 0;
			this.#pacedSince = Infinity;
		}
		while (this.#sent.length > 0 && this.#sent[0] <= now - this.#window) this.#sent.shift();
	}

	/** The earliest instant at which the next request may be sent. */
	#earliest(now: number, limit: number | undefined): number {
		// In a window of a second, those that go at once only make the ones after them wait.
		const atOnce = limit === undefined || (!this.#analytics && this.#left(now, limit) > 0);
		if (atOnce) return this.#blockedUntil;
		return Math.max(this.#blockedUntil, this.#beat + this.#apart(limit));
	}

	#takeBeat(now: number, limit: number): void {
		// Those that go at once share one: nothing tells where in the minute the service's own windows begin.
		if (now <= this.#beat) return;
		const apart = this.#apart(limit);
		const periods = Math.ceil((now - this.#beat) / apart - MOST_LATE);
		this.#beat += Math.max(1, periods) * apart;
	}

	/** How many requests may go out at once. */
	#left(now: number, limit: number): number {
		// What was said about a window long over does not count.
		if (this.#allowance === undefined || now - this.#allowanceOf > this.#window) {
			return limit / 2 - this.#sent.length;
		}
		return this.#allowance - this.#sent.filter((at) => at > this.#allowanceOf).length;
	}
}

const paces = new Map<string, Pace>();

/**
 * The pace for a path of the API with a credential, the same one for all that ask in this process.
 *
 * @param credential what tells it from others
 */
export function paceOf(credential: string, path: string): Pace {
	const analytics = /\/(analytics|events)\b/.test(path);
	const key = `${analytics ? 'analytics' : 'general'} ${credential}`;
	const known = paces.get(key);
	if (known) return known;
	if (paces.size >= MOST_REMEMBERED) {
		const old = performance.now() - FORGET_AFTER;
		for (const [name, { lastUse }] of paces) if (lastUse < old) paces.delete(name);
	}
	const pace = new Pace(analytics);
	paces.set(key, pace);
	return pace;
}
