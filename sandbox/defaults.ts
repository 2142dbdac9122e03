import type { DeliveryOptions } from './webhooks/sender.ts';

/** What the sandbox starts with unless it is told otherwise. */
export const DEFAULT_SAMPLE_DATA = { seed: 1, events: 3000 };

export const DELIVERY_DEFAULTS: Required<DeliveryOptions> = {
	retryFactor: 0.01,
	maxRetries: 5,
	timeout: 30_000,
};
