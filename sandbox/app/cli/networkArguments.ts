import { RANGES } from '../network/lane.ts';
import type { NetworkOptions } from '../network/network.ts';
import { integer } from './values.ts';

export const NETWORK_OPTIONS = {
	latency: { type: 'string' },
	jitter: { type: 'string' },
	bandwidth: { type: 'string' },
	tls: { type: 'boolean' },
} as const;

export const NETWORK_HELP = `  --latency MS         Round-trip time; a new connection takes one round trip, with TLS two more
  --jitter MS          Maximum additional time of a round trip
  --bandwidth N        Bytes per second in each direction, shared by all connections
  --tls                HTTPS on localhost with a generated certificate, which is printed`;

/** @throws UsageError */
export function parseNetwork(values: {
	latency?: string;
	jitter?: string;
	bandwidth?: string;
	tls?: boolean;
}): NetworkOptions {
	const { latency, jitter, bandwidth, tls } = values;
	return {
		latency: integer('--latency', latency, RANGES.latency),
		jitter: integer('--jitter', jitter, RANGES.jitter),
		bandwidth: integer('--bandwidth', bandwidth, RANGES.bandwidth),
		tls,
	};
}
