export interface DeliveryOptions {
	/**
	 * The service waits `e^(2.5 n)` seconds after the nth failure, at most a day (12 s, 2.5 min, 30 min, 6 h, …). This
	 * factor scales that wait and the minute for which clicks are batched. Default 0.01: 0.1 s, 1.5 s, 18 s, 3.7 min, …
	 */
	retryFactor?: number;
	/** Maximum retries of a message. Default 5. */
	maxRetries?: number;
	/** Response timeout in milliseconds. Default 30,000. */
	timeout?: number;
}

export const DELIVERY_DEFAULTS: Required<DeliveryOptions> = {
	retryFactor: 0.01,
	maxRetries: 5,
	timeout: 30_000,
};
