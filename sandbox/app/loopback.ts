import type { FastifyRequest } from 'fastify';
import { ApiError } from './errors.ts';

/** This machine, with any port. Names below `localhost` are not: some systems ask DNS for them. */
const LOOPBACK = String.raw`(localhost|127(\.(0|[1-9]\d{0,2})){3}|\[::1\])(:\d{1,5})?`;
const LOOPBACK_HOST = new RegExp(`^${LOOPBACK}$`, 'i');
const LOOPBACK_ORIGIN = new RegExp(`^https?://${LOOPBACK}$`, 'i');
const LOOPBACK_URL = new RegExp(`^https?://${LOOPBACK}([/?#]|$)`, 'i');

/** @param host value of the header `Host` */
export function isLoopbackHost(host: string | undefined): boolean {
	return host !== undefined && LOOPBACK_HOST.test(host);
}

/** Looks at the text of the URL, so that no other notation of an address passes, such as 2130706433 or 0x7f.1. */
export function isLoopbackUrl(url: string): boolean {
	return LOOPBACK_URL.test(url);
}

/**
 * Admits programs of this machine, and visitors of short links. Everybody knows the keys of the sample data, so pages
 * of other sites must not reach the sandbox: neither by DNS rebinding, which shows in `Host`, nor by a cross-origin
 * request, which shows in `Origin`.
 *
 * @param isShortDomain whether a `Host` belongs to short links, which lead nowhere else
 */
export function createLoopbackGuard(isShortDomain: (host: string) => boolean) {
	async function onRequest({ headers, routeOptions }: FastifyRequest): Promise<void> {
		const { host = '', origin } = headers;
		if (!isLoopbackHost(host) && !isShortDomain(host)) {
			throw new ApiError('forbidden', 'Host must be this machine or the domain of a workspace.');
		}
		const isVisit = routeOptions.url?.startsWith('/s/') === true;
		if (origin !== undefined && !isVisit && !LOOPBACK_ORIGIN.test(origin)) {
			throw new ApiError('forbidden', 'Pages of other sites cannot use the sandbox.');
		}
	}

	return { onRequest };
}
