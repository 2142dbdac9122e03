/** The network and the rate limits between a contestant and the service. */
export interface Condition {
	name: string;
	title: string;
	/** Round trip, in milliseconds. */
	latency: number;
	tls: boolean;
	/** Whether the rate limits of the Business plan apply. */
	limited: boolean;
	inQuick: boolean;
	/** Whether a run measures it by default. */
	inFull: boolean;
}

/** Rate limits of the Business plan, the sandbox's default. All other requests: 1,200 per minute. */
export const LIMITS = { eventsPerSecond: 4 };

export const CONDITIONS: Condition[] = [
	condition('none', 'no latency', 0),
	condition('20ms', '20 ms', 20, { inFull: false }),
	condition('80ms', '80 ms', 80),
	condition('internet', 'internet (80 ms, TLS)', 80, { tls: true, inQuick: true }),
	condition('limits', '80 ms, Business limits', 80, { limited: true, inQuick: true }),
];

function condition(
	name: string,
	title: string,
	latency: number,
	{ tls = false, limited = false, inQuick = false, inFull = true } = {},
): Condition {
	return { name, title, latency, tls, limited, inQuick, inFull };
}
