import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { LineSettings } from './lane.ts';
import { startLine, type Line } from './line.ts';
import type { TlsOptions } from './tlsEndpoint.ts';

/**
 * Makes a certificate for localhost and 127.0.0.1 that vouches for itself: clients trust it by its own text. It is made
 * in a thread, as its arithmetic is slow JavaScript: a fifth of a second, and many times that inside Jest.
 */
export async function makeCertificate(): Promise<TlsOptions> {
	const worker = new Worker(new URL('./certificateWorker.ts', import.meta.url));
	const [certificate] = (await once(worker, 'message')) as [TlsOptions];
	return certificate;
}

/** All options are optional; with `{}` the line exists and can be changed later. */
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
