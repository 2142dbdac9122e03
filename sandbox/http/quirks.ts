/**
 * Differences between the contract and the real service, and points that the contract leaves open. By default the
 * sandbox follows the contract; each quirk makes it behave like the real service.
 */
export interface Quirks {
	/** Unit of `Retry-After`: seconds to wait (contract) or epoch milliseconds (real). */
	retryAfter: 'seconds' | 'epochMilliseconds';
	/** Unit of `X-RateLimit-Reset`. */
	rateLimitReset: 'epochSeconds' | 'epochMilliseconds';
	/** Rate-limit headers on every response, only on those on which the real service sends them, or never. */
	rateLimitHeaders: 'always' | 'asReal' | 'never';
	/** Status for missing fields and wrong types: 400 (contract) or 422 (real). */
	malformedStatus: 400 | 422;
	/** Whether `start` and `end` of `GET /events` round to whole days or are exact instants. */
	eventWindow: 'days' | 'instant';
	/** Format of an event's top-level `timestamp`: JavaScript date text (real) or ISO-8601. */
	eventTimestamp: 'javascript' | 'iso';
	/** Window of `GET /events` without `interval` and `start`. */
	defaultInterval: '24h' | '30d';
	/** Whether events include the 13 deprecated flat fields. */
	deprecatedEventFields: boolean;
	/** `DELETE /links/bulk` with more than 100 IDs. */
	bulkDeleteOver100: 'refuse' | 'accept';
	/** Error code when a workspace reaches its maximum number of links, tags, folders, or domains. */
	countLimitCode: 'forbidden' | 'exceeded_limit';
	/** Success status of `POST /tokens/embed/referrals`. */
	embedTokenStatus: 200 | 201;
	/** Milliseconds until `GET /events` lists an event, still with its original timestamp. */
	eventDelay: number;
	/** How often an event is stored: the real service ingests at least once. */
	eventCopies: 1 | 2;
	/**
	 * Whether webhooks of clicks are sent immediately or, as by the real service, batched once a minute (scaled like
	 * retries).
	 */
	clickDelivery: 'immediate' | 'batched';
	/** Milliseconds until the side effects of a ban are visible; 0 applies them before the response. */
	banDelay: number;
	/** Whether a ban cancels all commissions (contract) or only those not yet paid (real). */
	banCancels: 'all' | 'unpaid';
	/**
	 * Event name for a deleted discount code. The contract's name is sent only for custom providers, the real one for
	 * all.
	 */
	discountDeletedEvent: 'disccount.deleted' | 'discount_code.deleted';
	/** Status of `GET /events` on the Free plan. */
	freePlanEvents: 403 | 429;
	/** Status for a link of another workspace. */
	foreignLinkStatus: 401 | 404;
	/** Whether the scopes `webhooks.read` and `webhooks.write` exist in addition to the contract's ten. */
	webhookScopes: boolean;
	/** Whether `GET /webhooks/{id}/events` exists. Like all of `/webhooks`, it is not in the contract. */
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
