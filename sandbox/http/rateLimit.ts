import type { Plan } from './plans.ts';

export interface Verdict {
	allowed: boolean;
	limit: number;
	remaining: number;
	/** End of the current fixed window, epoch milliseconds. */
	resetAt: number;
	/** Milliseconds until a request can be allowed again; 0 when this one was. */
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

interface Window {
	index: number;
	current: number;
	previous: number;
}

/**
 * The service's limiter: a sliding window per key, in which the previous fixed window counts with the share of it that
 * still lies inside the sliding one. A refused request does not consume.
 */
export class RateLimiter {
	readonly #windows = new Map<string, Window>();

	/** @param key one API key or access token */
	take(key: string, plan: Plan, analytics: boolean, now: number): Verdict {
		const length = analytics ? 1000 : 60_000;
		const limit = analytics ? ANALYTICS_PER_SECOND[plan] : GENERAL_PER_MINUTE[plan];
		const window = this.#window(`${analytics ? 'analytics' : 'general'}:${key}`, now, length);
		const elapsed = now - window.index * length;
		const weighted = (window.previous * (length - elapsed)) / length + window.current;
		const resetAt = (window.index + 1) * length;
		if (weighted + 1 > limit) {
			const retryIn = limit === 0 ? length : waitUntilFree(window, limit, length, elapsed);
			return { allowed: false, limit, remaining: 0, resetAt, retryIn };
		}
		window.current += 1;
		return {
			allowed: true,
			limit,
			remaining: Math.floor(limit - weighted - 1),
			resetAt,
			retryIn: 0,
		};
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

/** Milliseconds until `previous * share + current + 1 <= limit` holds, in this window or the next. */
function waitUntilFree(window: Window, limit: number, length: number, elapsed: number): number {
	const free = limit - 1 - window.current;
	if (free >= 0 && window.previous > 0) {
		const needed = length - (free * length) / window.previous;
		if (needed < length) return Math.ceil(needed - elapsed);
	}
	const share = (limit - 1) / window.current;
	return Math.ceil(length - elapsed + Math.max(0, length * (1 - share)));
}
