/** A property of something of unknown type; undefined when it has none. */
export function at(value: unknown, key: string | symbol): unknown {
	if (typeof value !== 'object' || value === null) return undefined;
	return (value as Record<string | symbol, unknown>)[key];
}
