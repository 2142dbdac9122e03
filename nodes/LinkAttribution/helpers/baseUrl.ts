import { UserError, type INodeProperties } from 'n8n-workflow';

/**
 * The address that requests go to: `https://`, or `http://` on this machine only, since every request carries the
 * credential.
 *
 * @returns the address without trailing slashes
 * @throws UserError naming the field
 */
export function serviceUrl(baseUrl: string): string {
	const text = baseUrl.trim().replace(/\/+$/, '');
	if (!URL.canParse(text)) {
		throw new UserError(
			"'Base URL' of the credential must be an address such as https://api.dub.co",
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

function isLoopback(hostname: string): boolean {
	return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** The same rule as `serviceUrl`, as the source of a regular expression for n8n's expressions and display options. */
export const SECURE_URL = String.raw`\s*(https://|http://(([\w-]+\.)*localhost|127(\.\d+){3}|\[::1\])(:\d+)?(/|\s*$))`;

/** A notice below the address field of a credential, there while the address in it is insecure. */
export function insecureUrlNotice(name: string, field: string, label: string): INodeProperties {
	return {
		displayName: `${label} must start with https://. Plain http:// is accepted for this machine only (localhost, 127.0.0.1).`,
		name,
		type: 'notice',
		default: '',
		displayOptions: {
			show: { [field]: [{ _cnd: { regex: String.raw`^(?!${SECURE_URL})(?=\s*\S)` } }] },
		},
	};
}
