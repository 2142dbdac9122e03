import { UserError } from 'n8n-workflow';

/**
 * An ISO 3166-1 alpha-2 code in capital letters, as the service compares them.
 *
 * @throws UserError naming the field
 */
export function countryCode(value: unknown, label: string): string {
	const code = String(value).trim().toUpperCase();
	if (/^[A-Z]{2}$/.test(code)) return code;
	throw new UserError(
		`'${label}' takes a two-letter ISO 3166-1 code such as US, but '${String(value)}' was given.`,
	);
}
