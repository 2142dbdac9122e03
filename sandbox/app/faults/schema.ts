import { z } from 'zod/v4';

/** Fields of every kind: which requests a fault hits, and when. */
const common = {
	method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
	/** Pattern of a route (`/links/:linkId`), an exact path, or `*` (default) for all. */
	path: z.string().startsWith('/').or(z.literal('*')).optional(),
	/** The share of these requests to hit, 0 to 1 (default). */
	share: z.number().min(0).max(1).optional(),
	/** Maximum number of hits. */
	times: z.int().min(1).optional(),
	/** Seed of the random numbers behind `share`. */
	seed: z.int().optional(),
	/**
	 * By default a fault hits a request before the service sees it: the request has no effect and counts against no
	 * limit. With `carriedOut` it hits successful requests: their effect is real, only the response is altered.
	 */
	after: z.literal('carriedOut').optional(),
};

const milliseconds = z
	.int()
	.min(0)
	.max(2 ** 31 - 1);

export const faultSchema = z.discriminatedUnion('kind', [
	/** A gateway's 429, with the wait only in `Retry-After`. */
	z.strictObject({
		kind: z.literal('rateLimited'),
		/** Milliseconds to wait (default 1000), rounded up for notations in seconds. */
		wait: milliseconds.optional(),
		notation: z
			.enum(['seconds', 'httpDate', 'epochSeconds', 'epochMilliseconds', 'none'])
			.optional(),
		...common,
	}),
	/** 500 (default) in the service's error format; the others as a gateway's HTML page. */
	z.strictObject({
		kind: z.literal('status'),
		status: z.literal([500, 502, 503, 504]).optional(),
		...common,
	}),
	/** The connection is reset without a response. */
	z.strictObject({ kind: z.literal('reset'), ...common }),
	/** The connection closes after half of the body, or before the status if there is no body. */
	z.strictObject({ kind: z.literal('truncated'), ...common }),
	/**
	 * The real response, delayed: before the service sees the request, with `after: 'carriedOut'` before the response's
	 * status, or with `stallAt: 'body'` halfway through its body.
	 */
	z.strictObject({
		kind: z.literal('slow'),
		/** Milliseconds. */
		stall: milliseconds.optional(),
		stallAt: z.literal('body').optional(),
		/** Transfer rate of the body. */
		bytesPerSecond: z.int().min(1).optional(),
		...common,
	}),
	/** 200 with an HTML page. */
	z.strictObject({ kind: z.literal('html'), ...common }),
	/** 200 without a body. */
	z.strictObject({ kind: z.literal('empty'), ...common }),
]);

export type Fault = z.output<typeof faultSchema>;
