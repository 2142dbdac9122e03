import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
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
