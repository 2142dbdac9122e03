const MASK = '***';

/** Shorter secrets would also mask other words. */
const MIN_SECRET_LENGTH = 8;

/** Keys, tokens, and signing secrets of the service, by their looks. */
const SECRET_LIKE = /\b(?:dub|whsec)_[\w-]{8,}/gi;
const BEARER = /(\bBearer\s+)([\w.~+/=-]{8,})/gi;

/** Masks secrets that a service, or a proxy in front of it, repeats in a text. */
export function mask(text: string, secrets: string[]): string {
	return secrets
		.filter(({ length }) => length >= MIN_SECRET_LENGTH)
		.reduce((masked, secret) => masked.replaceAll(secret, MASK), text);
}

/** Masks also what only looks like a secret, since a token may have been refreshed. */
export function maskAll(text: string, secrets: string[]): string {
	return mask(text, secrets)
		.replace(SECRET_LIKE, MASK)
		.replace(BEARER, (words, scheme: string, token: string) =>
			/\d/.test(token) ? scheme + MASK : words,
		);
}
