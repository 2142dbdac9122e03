import { deepCopy, type IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';

/** Epoch milliseconds by the service's clock; neither its begin nor its end is part of it. */
export interface Period {
	from: number;
	to: number;
}

const MAX_PAUSES = 5;

/** The entries that can be read, the last ones if there are too many. */
export function listOf<Schema extends z.ZodType>(entry: Schema, max: number) {
	return z
		.array(z.unknown())
		.catch([])
		.transform((list) => list.map((each) => entry.safeParse(each)))
		.transform((list) => list.flatMap((each) => (each.success ? [each.data] : [])).slice(-max));
}

export const pausesSchema = listOf(z.object({ from: z.number(), to: z.number() }), MAX_PAUSES);

export function readPauses(stored: IDataObject[] = []): Period[] {
	return pausesSchema.parse(deepCopy(stored));
}

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
