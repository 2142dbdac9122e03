/** Formats epoch milliseconds as ISO-8601 in UTC. */
export function isoDate(epochMs: number): string;
export function isoDate(epochMs: number | null): string | null;
export function isoDate(epochMs: number | null): string | null {
	return epochMs === null ? null : new Date(epochMs).toISOString();
}

/** Parses the JSON text of a column. */
export function fromJson(text: string | null): unknown {
	return text === null ? null : JSON.parse(text);
}
