/** A property of a value of unknown type; undefined if it has none. */
export function at(value: unknown, key: string | symbol): unknown {
	if (typeof value !== 'object' || value === null) return undefined;
	return (value as Record<string | symbol, unknown>)[key];
}

/** The value if it is text. */
export function asText(value: unknown): string | undefined {
	return typeof value === 'string' ? value : undefined;
}

/** The thrown value as an error. */
export function asError(thrown: unknown): Error {
	return thrown instanceof Error ? thrown : new Error(String(thrown));
}
