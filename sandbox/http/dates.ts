import { parseDate as parseNaturalDate } from 'chrono-node';
import { z } from 'zod/v4';
import type { Clock } from '../clock.ts';

/** No date is longer; this bounds the work of the natural-language parser. */
const MAX_LENGTH = 100;

/**
 * Reads a date as people and programs write it: ISO-8601 with or without an offset, `2026-01-05` (its noon),
 * "yesterday", "last monday". Text without an offset is in UTC. Numbers alone are no dates.
 *
 * @param now epoch milliseconds that words like "yesterday" relate to
 * @returns epoch milliseconds, or null for text that is no date
 */
export function parseDate(text: string, now: number): number | null {
	if (text.length > MAX_LENGTH) return null;
	const date = parseNaturalDate(text, { instant: new Date(now), timezone: 0 });
	return date?.getTime() ?? null;
}

/** A date in a request, as epoch milliseconds. */
export function dateField(clock: Clock) {
	return z.string().transform((text, check) => {
		const instant = parseDate(text, clock.now());
		if (instant !== null) return instant;
		check.addIssue({ code: 'custom', message: 'Invalid date' });
		return z.NEVER;
	});
}
