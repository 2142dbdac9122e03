import type { Plan } from './permissions.ts';

export interface Verdict {
	allowed: boolean;
	limit: number;
	remaining: number;
	/** End of the current fixed window, epoch milliseconds. */
	resetAt: number;
	/** Milliseconds until a request can be allowed again; 0 if this one is allowed. */
	retryIn: number;
}

const GENERAL_PER_MINUTE: Record<Plan, number> = {
	free: 60,
	pro: 600,
	business: 1200,
	advanced: 3000,
	enterprise: 3000,
};

const ANALYTICS_PER_SECOND: Record<Plan, number> = {
	free: 0,
	pro: 2,
	business: 4,
	advanced: 8,
	enterprise: 16,
};

/** `off`, or overrides of the plans' limits: requests a minute in general, requests a second for analytics. */
export type Limits = 'off' | { general?: number; analytics?: number };

interface Window {
	index: number;
	current: number;
	previous: number;
}

/**
 * The service's rate limiter: a sliding window for each key. The previous fixed window is weighted by its share that
 * still lies inside the sliding window, rounded down. Rejected requests do not count.
 */
export class RateLimiter {
	/** Can be changed at any time. */
	limits: Limits;
	readonly #windows = new Map<string, Window>();

	constructor(limits: Limits = {}) {
		this.limits = limits;
	}

	/**
	 * @param key API key or access token
	 * @param now epoch milliseconds
	 * @returns null if there is no limit
	 */
	take(key: string, plan: Plan, analytics: boolean, now: number): Verdict | null {
		if (this.limits === 'off') return null;
		const length = analytics ? 1000 : 60_000;
		const limit = analytics
			? (this.limits.analytics ?? ANALYTICS_PER_SECOND[plan])
			: (this.limits.general ?? GENERAL_PER_MINUTE[plan]);
		const window = this.#window(`${analytics ? 'analytics' : 'general'}:${key}`, now, length);
		const elapsed = now - window.index * length;
		const used = Math.floor((window.previous * (length - elapsed)) / length) + window.current;
		const resetAt = (window.index + 1) * length;
		if (used >= limit) {
			const retryIn = limit === 0 ? length : waitUntilFree(window, limit, length, elapsed);
			return { allowed: false, limit, remaining: 0, resetAt, retryIn };
		}
		window.current += 1;
		return { allowed: true, limit, remaining: limit - used - 1, resetAt, retryIn: 0 };
	}

	#window(key: string, now: number, length: number): Window {
		const index = Math.floor(now / length);
		const known = this.#windows.get(key);
		if (known?.index === index) return known;
		const window = { index, current: 0, previous: known?.index === index - 1 ? known.current : 0 };
		this.#windows.set(key, window);
		return window;
	}
}

/** Milliseconds until `floor(previous * share) + current < limit` holds, in this window or the next. */
function waitUntilFree(window: Window, limit: number, length: number, elapsed: number): number {
	return window.current < limit
		? freeAfter(window.previous, limit - window.current, length) - elapsed
		: length - elapsed + freeAfter(window.current, limit, length);
}

/** The first millisecond of a window at which fewer than `free` requests of the previous window still count. */
function freeAfter(previous: number, free: number, length: number): number {
	return Math.floor(length - (free * length) / previous) + 1;
}
