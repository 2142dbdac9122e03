/** Reads `a=1&b=2` of a query string or form. Of a repeated key the last value counts, as in the real service. */
export function lastValueWins(text: string): Record<string, string> {
	return Object.fromEntries(new URLSearchParams(text));
}
