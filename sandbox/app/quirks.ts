/**
 * Where the contract and the real service differ, or the contract says nothing, the sandbox follows the contract by
 * default. Each quirk makes it behave like the real service.
 */
export interface Quirks {
	/** Format of `Retry-After`: seconds to wait (contract), or epoch milliseconds (real). */
	retryAfter: 'seconds' | 'epochMilliseconds';
	/** Format of `X-RateLimit-Reset`. */
	rateLimitReset: 'epochSeconds' | 'epochMilliseconds';
	/** Rate-limit headers on every response, only on the successes to which the real service adds them, or never. */
	rateLimitHeaders: 'always' | 'asReal' | 'never';
	/** Status for missing fields and wrong types: 400 (contract) or 422 (real). */
	malformedStatus: 400 | 422;
	/** `start`/`end` of GET /events round to whole days, or are exact instants. */
	eventWindow: 'days' | 'instant';
	/** Format of an event's top-level `timestamp`: JavaScript date text (real) or ISO-8601. */
	eventTimestamp: 'javascript' | 'iso';
	/** Window of GET /events without `interval` and `start`. */
	defaultInterval: '24h' | '30d';
	/** Also send the 13 deprecated flat fields of event items. */
	deprecatedEventFields: boolean;
	/** DELETE /links/bulk with more than 100 IDs. */
	bulkDeleteOver100: 'refuse' | 'accept';
	/** Error code when a workspace has reached its maximum number of links, tags, folders, or domains. */
	countLimitCode: 'forbidden' | 'exceeded_limit';
	/** Success status of POST /tokens/embed/referrals. */
	embedTokenStatus: 200 | 201;
	/** Milliseconds until GET /events lists an event, with its original time. */
	eventDelay: number;
	/** How many times an event is stored: the real service's ingestion is at-least-once. */
	eventCopies: 1 | 2;
	/** Webhooks of clicks are sent immediately, or in batches once a minute (scaled like the retries), as in the real service. */
	clickDelivery: 'immediate' | 'batched';
	/** Milliseconds until the side effects of a ban are visible; 0 means before the response. */
	banDelay: number;
	/** A ban cancels all commissions (contract), or only those not yet paid out (real). */
	banCancels: 'all' | 'unpaid';
	/**
	 * Name of the webhook event for a deleted discount code. With the contract's name it is sent only for custom providers,
	 * with the real one for all.
	 */
	discountDeletedEvent: 'disccount.deleted' | 'discount_code.deleted';
	/** GET /events on the Free plan. */
	freePlanEvents: 403 | 429;
	/** Status for a link of another workspace. */
	foreignLinkStatus: 401 | 404;
	/** Whether the scopes `webhooks.read` and `webhooks.write` exist, in addition to the contract's ten. */
	webhookScopes: boolean;
	/** Whether `GET /webhooks/{id}/events` exists, which like all of `/webhooks` is not in the contract. */
	deliveryLog: boolean;
	/** Lifetime of an access token in seconds. */
	accessTokenLifetime: number;
}

export const CONTRACT_QUIRKS: Readonly<Quirks> = {
	retryAfter: 'seconds',
	rateLimitReset: 'epochSeconds',
	rateLimitHeaders: 'always',
	malformedStatus: 400,
	eventWindow: 'days',
	eventTimestamp: 'javascript',
	defaultInterval: '24h',
	deprecatedEventFields: true,
	bulkDeleteOver100: 'refuse',
	countLimitCode: 'forbidden',
	embedTokenStatus: 200,
	eventDelay: 0,
	eventCopies: 1,
	clickDelivery: 'immediate',
	banDelay: 0,
	banCancels: 'all',
	discountDeletedEvent: 'disccount.deleted',
	freePlanEvents: 403,
	foreignLinkStatus: 404,
	webhookScopes: true,
	deliveryLog: true,
	accessTokenLifetime: 7200,
};
