/** A property of something of unknown type; undefined when it has none. */
export function at(value: unknown, key: string): unknown {
	if (typeof value !== 'object' || value === null) return undefined;
	return (value as Record<string, unknown>)[key];
}
