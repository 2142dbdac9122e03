import type { FastifyRequest } from 'fastify';
import { ApiError } from './errors.ts';

/** This machine, with any port. Excludes subdomains of `localhost`, which some systems resolve by DNS. */
const LOOPBACK = String.raw`(localhost|127(\.(0|[1-9]\d{0,2})){3}|\[::1\])(:\d{1,5})?`;
const LOOPBACK_HOST = new RegExp(`^${LOOPBACK}$`, 'i');
const LOOPBACK_ORIGIN = new RegExp(`^https?://${LOOPBACK}$`, 'i');
const LOOPBACK_URL = new RegExp(`^https?://${LOOPBACK}([/?#]|$)`, 'i');

/** @param host value of the header `Host` */
export function isLoopbackHost(host: string | undefined): boolean {
	return host !== undefined && LOOPBACK_HOST.test(host);
}

/** Compares the text of the URL, so that other notations of an address such as 2130706433 or 0x7f.1 do not pass. */
export function isLoopbackUrl(url: string): boolean {
	return LOOPBACK_URL.test(url);
}

/**
 * Allows only programs on this machine and visits to short links. The keys of the sample data are public, so pages of
 * other sites must not reach the sandbox: neither by DNS rebinding, which shows in `Host`, nor by cross-origin
 * requests, which show in `Origin`.
 *
 * @param isShortDomain whether a `Host` serves short links; such a request can reach nothing else
 */
export function createLoopbackGuard(isShortDomain: (host: string) => boolean) {
	async function onRequest({ headers, routeOptions }: FastifyRequest): Promise<void> {
		const { host = '', origin } = headers;
		if (!isLoopbackHost(host) && !isShortDomain(host)) {
			throw new ApiError('forbidden', 'Host must be this machine or a domain of a workspace.');
		}
		const isVisit = routeOptions.url?.startsWith('/s/') === true;
		if (origin !== undefined && !isVisit && !LOOPBACK_ORIGIN.test(origin)) {
			throw new ApiError('forbidden', 'Pages of other sites cannot access the sandbox.');
		}
	}

	return { onRequest };
}
