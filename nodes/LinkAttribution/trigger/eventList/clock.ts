import type { Publishing } from './cursor/cursor';
import type { PageRead, PageRequest } from './page';

/** The service states its time, and lists leads and sales, in whole seconds. */
export const SECOND_MS = 1000;

/** An instant by both clocks of this machine: one can be set, and the other stops while the machine sleeps. */
export interface Instant {
	/** Epoch milliseconds. */
	at: number;
	/** By `performance.now()`. */
	steady: number;
}

export function instant(): Instant {
	return { at: Date.now(), steady: performance.now() };
}

/** When an instant was at the earliest, by this machine's clock as it is set now; epoch milliseconds. */
export function earliest({ at, steady }: Instant): number {
	return Math.min(at, Math.floor(Date.now() - (performance.now() - steady)));
}

/** The service's clock, compared with this machine's by the first response that states the time. */
export class ServiceClock {
	/** When the poll began, by this machine's clock, epoch milliseconds. */
	readonly begin: number;

	/** The same by `performance.now()`. */
	readonly steadyBegin: number;

	/** Minimum milliseconds by which the service's clock is ahead; undefined until it stated its time. */
	ahead: number | undefined;

	/** As far as it was known before. */
	readonly #assumed: number;

	/** Milliseconds by which it can be ahead more: the service states whole seconds, at any time during a request. */
	#inaccuracy = 0;

	/** Duration of the slowest request, milliseconds. */
	slowest = 0;

	/**
	 * @param begin of the poll
	 * @param assumed `ahead`, as far as it was known before
	 */
	constructor(begin: Instant, assumed = 0) {
		this.begin = earliest(begin);
		this.steadyBegin = begin.steady;
		this.#assumed = assumed;
	}

	/** Reads a page, and learns from it. */
	async read<Item>(
		readPage: (request: PageRequest) => Promise<PageRead<Item>>,
		request: PageRequest,
	): Promise<PageRead<Item>> {
		const sentAt = Date.now();
		const begin = performance.now();
		const page = await readPage(request);
		const duration = Math.round(performance.now() - begin);
		this.slowest = Math.max(this.slowest, duration);
		if (this.ahead === undefined && page.serverTime !== undefined) {
			this.ahead = page.serverTime - sentAt;
			this.#inaccuracy = duration + SECOND_MS;
		}
		return page;
	}

	/** `ahead`, or what was known of it before. */
	get likelyAhead(): number {
		return this.ahead ?? this.#assumed;
	}

	/** The service's time when the round began, epoch milliseconds; -Infinity if it did not state it. */
	get time(): number {
		return this.begin + (this.ahead ?? -Infinity);
	}

	/** The service's time at most when the round began, epoch milliseconds, as hooks note it; undefined if it did not state it. */
	get latest(): number | undefined {
		return this.ahead === undefined
			? undefined
			: this.begin + this.ahead + this.#inaccuracy + SECOND_MS;
	}

	/** Whether the service stated its time. */
	get isKnown(): boolean {
		return this.ahead !== undefined;
	}

	/**
	 * When something was published. Leads and sales are listed in whole seconds, so it starts with the second.
	 *
	 * @param at by this machine's clock, epoch milliseconds
	 * @param min by the service's clock, epoch milliseconds; this machine's can have been set since then
	 * @returns undefined if it was this poll, and the service does not state its time
	 */
	publishing(at: number, min = 0): Publishing | undefined {
		const isNow = at === this.begin;
		if (isNow && !this.isKnown) return undefined;
		const earliest = at + (this.ahead ?? 0);
		const since = Math.max(min, Math.floor(earliest / SECOND_MS) * SECOND_MS);
		// The first page of a later poll also shows what happened since.
		return { since, until: isNow ? earliest + this.#inaccuracy : since - 1 };
	}
}
