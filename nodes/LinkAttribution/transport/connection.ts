import { at } from './unknown';

/** What n8n throws instead of sending a request with an OAuth2 credential that was never connected. */
const NOT_CONNECTED = [
	'Unable to sign without access token',
	'OAuth credentials not connected',
	// With PKCE n8n reads the tokens without looking whether there are any.
	"Cannot read properties of undefined (reading 'accessToken')",
];

/** What n8n wrapped into its own error. */
export function causeOf(thrown: unknown): unknown {
	return at(thrown, 'cause') ?? thrown;
}

/** The code of what n8n wrapped; older versions keep nothing else of it. */
export function codeOf(thrown: unknown): string | undefined {
	const code = at(causeOf(thrown), 'code') ?? at(thrown, 'httpCode');
	return typeof code === 'string' ? code : undefined;
}

/** Whether a connection failed since the certificate of the other side is not trusted; nothing was sent then. */
export function isUntrusted(code: string): boolean {
	return /CERT|^UNABLE_TO_|^ERR_TLS_|^(INVALID_CA|HOSTNAME_MISMATCH)$/.test(code);
}

export function isNotConnected(thrown: unknown): boolean {
	if (at(at(thrown, 'failure'), 'cause') === 'credential-invalid') return true;
	const message = at(causeOf(thrown), 'message');
	return typeof message === 'string' && NOT_CONNECTED.includes(message);
}

/**
 * The service's answer when it refused to renew the access token. n8n keeps its body, but not its status, and takes
 * only the error `invalid_grant` of the OAuth standard for a lost connection.
 *
 * @returns undefined when something else was thrown
 */
export function refusedRenewal(thrown: unknown): { status: number; error: unknown } | undefined {
	if (codeOf(thrown) !== 'EAUTH') return undefined;
	const error = at(at(causeOf(thrown), 'body'), 'error');
	switch (at(error, 'code')) {
		case 'rate_limit_exceeded':
			return { status: 429, error };
		case 'internal_server_error':
			return { status: 500, error };
		default:
			return { status: 401, error };
	}
}
