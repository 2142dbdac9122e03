/** Epoch milliseconds as ISO-8601 UTC with milliseconds. */
export function isoDate(epochMs: number): string;
export function isoDate(epochMs: number | null): string | null;
export function isoDate(epochMs: number | null): string | null {
	return epochMs === null ? null : new Date(epochMs).toISOString();
}

/** JSON text of a column, as its value. */
export function fromJson(text: string | null): unknown {
	return text === null ? null : JSON.parse(text);
}
