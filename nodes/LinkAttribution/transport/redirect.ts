import type { IHttpRequestOptions } from 'n8n-workflow';
import { at } from './unknown';
import { causeOf } from './connection';

/** The status and address of a response that redirects. */
export function readRedirect(thrown: unknown): { status: number; location: string } | undefined {
	const response = at(causeOf(thrown), 'response');
	const status = Number(at(response, 'status'));
	const location = at(at(response, 'headers'), 'location');
	return status >= 300 && status < 400 && typeof location === 'string'
		? { status, location }
		: undefined;
}

/**
 * The address to which a redirect is followed: reading, and within the service's origin. n8n's own handling is off, since
 * it takes the body of a request, and in n8n 2.0 the credential too, to any other origin.
 */
export function redirectTarget(
	{ method, url }: IHttpRequestOptions,
	thrown: unknown,
): string | undefined {
	const location = readRedirect(thrown)?.location;
	if (method !== 'GET' || location === undefined || !URL.canParse(location, url)) return undefined;
	const target = new URL(location, url);
	return target.origin === new URL(url).origin ? target.href : undefined;
}
