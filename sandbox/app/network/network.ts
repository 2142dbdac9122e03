import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { LineSettings } from './lane.ts';
import { startLine, type Line } from './line.ts';
import type { TlsOptions } from './tlsEndpoint.ts';

/**
 * Generates a self-signed certificate for localhost and 127.0.0.1. Runs in a worker thread, since generating the key in
 * JavaScript takes 0.2 s, and many times that inside Jest.
 */
export async function makeCertificate(): Promise<TlsOptions> {
	const worker = new Worker(new URL('./certificateWorker.ts', import.meta.url));
	const [certificate] = (await once(worker, 'message')) as [TlsOptions];
	return certificate;
}

/** All settings are optional; `{}` starts a line whose settings can be changed later. */
export interface NetworkOptions extends LineSettings {
	/** The same seed gives the same jitter. Default 1. */
	seed?: number;
	/** Serves HTTPS at `https://localhost:<port>` with a certificate generated at startup. */
	tls?: boolean;
}

export interface Network extends Line {
	/** The URL for clients of the service. */
	url: string;
	/** The certificate that clients must trust, as PEM; only with `tls`. */
	certificate?: string;
}

/**
 * Starts a simulated network in front of a service on 127.0.0.1.
 *
 * @param to the service's port
 * @param port the port for clients; 0 chooses a free port
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
