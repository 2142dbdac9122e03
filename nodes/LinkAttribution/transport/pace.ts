import type { IDataObject } from 'n8n-workflow';
import { pause, unlessAborted } from './pause';

/** Most requests of one credential and class that are on their way at once. */
const MOST_IN_FLIGHT = 32;
/**
 * The service counts when requests arrive, which is never exactly as far apart as they were sent. So they are sent a
 * little further apart than the limit asks, and more so after each refusal.
 */
const MARGIN = { first: 1.01, step: 0.01, most: 1.1 };
/**
 * Milliseconds by which a request may be late, because the process was busy, and the ones after it still use up what
 * the margin leaves.
 */
const MOST_LATE = 100;
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

	/** When the limit became known, first as a guess; what was refused before says nothing about the pace. */
	#knownSince = Infinity;

	/** How many requests may follow at once, as of the answer to the request of `#allowanceOf`. */
	#allowance?: number;

	#allowanceOf = -Infinity;

	/** When the requests of the last window were sent, oldest first. */
	#sent: number[] = [];

	#blockedUntil = -Infinity;

	#margin = MARGIN.first;

	/** When the last request should have been sent. */
	#lastDue = -Infinity;

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
		return this.#limit === undefined || (this.#left(performance.now()) ?? 0) >= count;
	}

	/**
	 * Waits for this request's turn; turns come in the order in which they were asked for. `done` must be called after.
	 *
	 * @param assumedLimit requests per window as long as none is known
	 * @returns the instant, to be handed to `learn`
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
				const due = this.#earliest(this.#limit ?? assumedLimit);
				const now = performance.now();
				if (due <= now) {
					this.#lastDue = due === -Infinity ? now : Math.max(due, now - MOST_LATE);
					this.#sent.push(now);
					this.#lastUse = now;
					this.#inFlight++;
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
		if (sentAt > this.#knownSince) {
			this.#margin = Math.min(this.#margin + MARGIN.step, MARGIN.most);
		}
		const letThrough = this.#sent.filter((at) => at < sentAt).length;
		const telling =
			letThrough >= (this.#analytics ? LEAST_TELLING.analytics : LEAST_TELLING.general);
		if (telling && !this.#stated) this.#setLimit(Math.min(this.#limit ?? Infinity, letThrough));
	}

	#setLimit(limit: number): void {
		if (this.#limit === undefined) this.#knownSince = performance.now();
		this.#limit = limit;
	}

	/** The earliest instant at which the next request may be sent. */
	#earliest(limit: number | undefined): number {
		const now = performance.now();
		if (now - this.lastUse > FORGET_AFTER) {
			this.#limit = this.#allowance = undefined;
			this.#stated = false;
			this.#margin = MARGIN.first;
			this.#knownSince = Infinity;
		}
		const horizon = now - this.#window * this.#margin;
		while (this.#sent.length > 0 && this.#sent[0] <= horizon) this.#sent.shift();
		if (limit === undefined || this.#sent.length === 0) return this.#blockedUntil;
		// The minute is too long to wait for when nothing tells where in it the service's own windows begin.
		const full = this.#analytics ? this.#sent.at(-limit) : undefined;
		const hasRoom = (this.#left(now, limit) ?? 0) > 0;
		const apart = this.#window / limit;
		return Math.max(
			this.#blockedUntil,
			full === undefined ? -Infinity : full + this.#window,
			hasRoom ? -Infinity : Math.max(this.#lastDue + apart * this.#margin, this.#lastUse + apart),
		);
	}

	/** How many requests may go out at once. */
	#left(now: number, limit = this.#limit): number | undefined {
		if (limit === undefined) return undefined;
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
