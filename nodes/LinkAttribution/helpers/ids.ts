/** An ID of the caller's own database, as paths and query parameters want it; pasted with or without the prefix. */
export function externalId(value: string): string {
	return value.startsWith('ext_') ? value : `ext_${value}`;
}
