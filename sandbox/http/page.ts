/**
 * Headers of a page: no scripts, styles, or frames but those that the policies allow, and not inside another page.
 *
 * @param policies directives of the Content Security Policy
 */
export function pageHeaders(policies: string[]): Record<string, string> {
	return {
		'content-type': 'text/html; charset=utf-8',
		'content-security-policy': [
			"default-src 'none'",
			...policies,
			"base-uri 'none'",
			"frame-ancestors 'none'",
		].join('; '),
		'cache-control': 'no-store',
		'referrer-policy': 'same-origin',
		'x-content-type-options': 'nosniff',
	};
}
