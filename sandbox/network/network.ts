import { makeCertificate } from './certificate.ts';
import type { LineSettings } from './lane.ts';
import { startLine, type Line } from './line.ts';

/** Everything may be left out; with `{}` the line is there to be changed later. */
export interface NetworkOptions extends LineSettings {
	/** The same seed makes the same jitter (1). */
	seed?: number;
	/** HTTPS with a certificate made at the start, as `https://localhost:<port>`. */
	tls?: boolean;
}

export interface Network extends Line {
	/** Where clients reach the service. */
	url: string;
	/** What clients have to trust, as PEM; only with `tls`. */
	certificate?: string;
}

/**
 * Puts a network in front of a service on 127.0.0.1.
 *
 * @param to the service's port
 * @param port where clients connect; 0 takes a free one
 */
export async function startNetwork(
	to: number,
	port: number,
	{ tls: withTls, ...options }: NetworkOptions,
): Promise<Network> {
	const tls = withTls ? await makeCertificate() : undefined;
	const line = await startLine({ ...options, to, port, tls });
	const origin = tls ? 'https://localhost' : 'http://127.0.0.1';
	return Object.assign(line, { url: `${origin}:${line.port}`, certificate: tls?.cert });
}
