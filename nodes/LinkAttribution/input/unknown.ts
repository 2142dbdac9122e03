/** A property of a value of unknown type; undefined if it has none. */
export function at(value: unknown, key: string | symbol): unknown {
	if (typeof value !== 'object' || value === null) return undefined;
	return (value as Record<string | symbol, unknown>)[key];
}

/** The value if it is text. */
export function asText(value: unknown): string | undefined {
	return typeof value === 'string' ? value : undefined;
}

/** Any value as text: a list with commas, an object as JSON. */
export function toText(value: unknown): string {
	if (Array.isArray(value)) return value.map(toText).join(', ');
	return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
}

/** The thrown value as an error. */
export function asError(thrown: unknown): Error {
	return thrown instanceof Error ? thrown : new Error(String(thrown));
}
