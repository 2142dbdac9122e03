import { z } from 'zod/v4';

/** Beside a kind's own fields: which requests a fault hits, and when. */
const common = {
	method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
	/** Pattern of a route (`/links/:linkId`), an exact path, or `*` (default) for all. */
	path: z.string().startsWith('/').or(z.literal('*')).optional(),
	/** Which part of these requests it hits, 0 to 1 (default). */
	share: z.number().min(0).max(1).optional(),
	/** How often at most. */
	times: z.int().min(1).optional(),
	/** Of the chance behind `share`. */
	seed: z.int().optional(),
	/**
	 * By default a fault hits a request before the service sees it, so nothing is carried out or counted against a limit.
	 * With `carriedOut` it affects requests that succeeded: their effect remains, but the response is lost or damaged.
	 */
	after: z.literal('carriedOut').optional(),
};

const milliseconds = z
	.int()
	.min(0)
	.max(2 ** 31 - 1);

export const faultSchema = z.discriminatedUnion('kind', [
	/** 429 of a gateway, with the wait in `Retry-After` only. */
	z.strictObject({
		kind: z.literal('rateLimited'),
		/** Milliseconds to wait (default 1000); rounded up where the notation has only seconds. */
		wait: milliseconds.optional(),
		notation: z
			.enum(['seconds', 'httpDate', 'epochSeconds', 'epochMilliseconds', 'none'])
			.optional(),
		...common,
	}),
	/** 500 (default) in the service's error format, the others as a gateway's HTML page. */
	z.strictObject({
		kind: z.literal('status'),
		status: z.literal([500, 502, 503, 504]).optional(),
		...common,
	}),
	/** The connection is reset instead of a response. */
	z.strictObject({ kind: z.literal('reset'), ...common }),
	/** The connection ends after half of the body that `Content-Length` promised, without one before the status. */
	z.strictObject({ kind: z.literal('truncated'), ...common }),
	/**
	 * The correct response, but late. The stall comes before the service sees the request, with `after: 'carriedOut'` before the
	 * status of the response, and with `stallAt: 'body'` after half of its body.
	 */
	z.strictObject({
		kind: z.literal('slow'),
		/** Milliseconds. */
		stall: milliseconds.optional(),
		stallAt: z.literal('body').optional(),
		/** How fast the body is dribbled. */
		bytesPerSecond: z.int().min(1).optional(),
		...common,
	}),
	/** 200 with an HTML page. */
	z.strictObject({ kind: z.literal('html'), ...common }),
	/** 200 without a body. */
	z.strictObject({ kind: z.literal('empty'), ...common }),
]);

export type Fault = z.output<typeof faultSchema>;
