import { UserError } from 'n8n-workflow';

export const MAX_URL_LENGTH = 2048;

/**
 * The address that requests go to: `https://`, or `http://` on this machine only, since every request carries the
 * credential.
 *
 * @returns the address without trailing slashes
 * @throws UserError naming the field
 */
export function serviceUrl(baseUrl: string): string {
	if (baseUrl.length > MAX_URL_LENGTH) {
		throw new UserError(
			`'Base URL' of the credential must not be longer than ${MAX_URL_LENGTH} characters`,
		);
	}
	// Without the lookbehind the time grows with the square of the number of slashes.
	const text = baseUrl.trim().replace(/(?<!\/)\/+$/, '');
	// `URL` also takes `https:/host` and `https:host`, but a request to them fails without a hint at the reason.
	const isMistyped = /^https?:/i.test(text) && !/^https?:\/\/[^/\\?#][^?#]*$/i.test(text);
	if (isMistyped || !URL.canParse(text)) {
		throw new UserError(
			"'Base URL' of the credential must be an address such as https://api.dub.co",
			{ description: 'Open the credential and enter https://, the host, and if needed a path.' },
		);
	}
	const { protocol, hostname, username, password } = new URL(text);
	if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname))) {
		throw new UserError("'Base URL' of the credential must start with https://", {
			description:
				'The service is reached over HTTPS only. Plain http:// is accepted for this machine alone (localhost, 127.0.0.1), e.g. for the sandbox.',
		});
	}
	// An address is shown in logs and errors.
	if (username || password) {
		throw new UserError("'Base URL' of the credential must not contain a user name or a password");
	}
	return text;
}

/** Names below `localhost` are not among them: many systems ask DNS for their address. */
export function isLoopback(hostname: string): boolean {
	return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
