/** What the sandbox starts with unless it is told otherwise. */
export const DEFAULT_SAMPLE_DATA = { seed: 1, events: 3000 };

export interface DeliveryOptions {
	/**
	 * The service waits `e^(2.5 n)` seconds after the n-th failure, a day at most (12 s, 2.5 min, 30 min, 6 h …). This
	 * factor shortens that, and the minute for which clicks are collected. Default 0.01: 0.1 s, 1.5 s, 18 s, 3.7 min …
	 */
	retryFactor?: number;
	/** Retries of one message, 5 by default. */
	maxRetries?: number;
	/** Timeout for a receiver's response in milliseconds, 30,000 by default. */
	timeout?: number;
}

export const DELIVERY_DEFAULTS: Required<DeliveryOptions> = {
	retryFactor: 0.01,
	maxRetries: 5,
	timeout: 30_000,
};
