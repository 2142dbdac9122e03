import type { NetworkOptions } from '../network/network.ts';
import { integer } from './values.ts';

export const NETWORK_OPTIONS = {
	latency: { type: 'string' },
	jitter: { type: 'string' },
	bandwidth: { type: 'string' },
	tls: { type: 'boolean' },
} as const;

export const NETWORK_HELP = `  --latency MS         time of a round trip; a new connection takes one more, with TLS two more
  --jitter MS          maximum random delay added to a round trip
  --bandwidth N        bytes per second in each direction, for all connections together
  --tls                HTTPS on localhost, with a new certificate that is printed at the start`;

/**
 * @returns undefined without any of the options: clients then connect directly to the service
 * @throws UsageError
 */
export function parseNetwork(values: {
	latency?: string;
	jitter?: string;
	bandwidth?: string;
	tls?: boolean;
}): NetworkOptions | undefined {
	const { latency, jitter, bandwidth, tls } = values;
	if ([latency, jitter, bandwidth, tls].every((value) => value === undefined)) return undefined;
	return {
		latency: integer('--latency', latency, { max: 60_000 }),
		jitter: integer('--jitter', jitter, { max: 60_000 }),
		bandwidth: integer('--bandwidth', bandwidth, { min: 1000, max: 10_000_000_000 }),
		tls,
	};
}
