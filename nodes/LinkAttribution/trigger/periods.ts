/** Epoch milliseconds by the service's clock; neither its begin nor its end is part of it. */
export interface Period {
	from: number;
	to: number;
}

export const MAX_PAUSES = 5;

/** The latest of some pauses, each once. */
export function latestPauses(...pauses: Period[]): Period[] {
	const byBegin = new Map(pauses.map((each) => [each.from, each]));
	return [...byBegin.values()].sort((a, b) => a.from - b.from).slice(-MAX_PAUSES);
}

/** Whether an event of the time was wanted: the workflow was published. @param time epoch milliseconds */
export function isPublishedAt(
	{ since, pauses }: { since?: number; pauses: Period[] },
	time: number,
): boolean {
	return time >= (since ?? 0) && !pauses.some(({ from, to }) => time > from && time < to);
}
