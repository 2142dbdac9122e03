import { parseDate as parseNaturalDate } from 'chrono-node';
import { z } from 'zod/v4';
import type { MultiValue } from '../store/conditions.ts';
import type { Clock } from './context.ts';

/** The trimmed, nonempty entries of a comma-separated list. */
export function commaList(text: string): string[] {
	return text
		.split(',')
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');
}

export function parseMultiValue(text: string): MultiValue {
	const excluded = text.startsWith('-');
	return { values: commaList(excluded ? text.slice(1) : text), excluded };
}

/** Longer than any date; limits the work of the natural-language parser. */
const MAX_DATE_LENGTH = 100;

/**
 * Reads an ISO-8601 date with or without an offset, `2026-01-05` (noon), "yesterday", or "last monday". The default
 * time zone is UTC. A number alone is not a date.
 *
 * @param now epoch milliseconds that words like "yesterday" relate to
 * @returns epoch milliseconds, or null for text that is not a date
 */
export function parseDate(text: string, now: number): number | null {
	if (text.length > MAX_DATE_LENGTH) return null;
	const date = parseNaturalDate(text, { instant: new Date(now), timezone: 0 });
	return date?.getTime() ?? null;
}

/** A date in a request, read as epoch milliseconds. */
export function dateField(clock: Clock) {
	return z.string().transform((text, check) => {
		const instant = parseDate(text, clock.now());
		if (instant !== null) return instant;
		check.addIssue({ code: 'custom', message: 'Invalid date' });
		return z.NEVER;
	});
}

/** A valid URL; `https://` is added to text such as `example.com/page`. */
export const urlField = urlText(completeUrl);

/** A valid URL, or '' for a root link without a destination. */
export const emptyableUrlField = urlText((text) => (text === '' ? '' : completeUrl(text)));

function urlText(complete: (text: string) => string | null) {
	return z
		.string()
		.max(32_000)
		.transform((text, check) => {
			const url = complete(text.trim());
			if (url !== null) return url;
			check.addIssue({ code: 'custom', message: 'Invalid URL', continue: false });
			return z.NEVER;
		});
}

/** Text of any form; `https://` is added to text such as `example.com/page`. */
export function looseUrlField(maxLength: number) {
	return z
		.string()
		.trim()
		.max(maxLength)
		.transform((text) => completeUrl(text) ?? text);
}

/** Cents, which older clients send as text. The service accepts fractions and stores whole cents. */
export const centsField = z.preprocess(
	(value) => (typeof value === 'string' ? Number(value) : value),
	z.number(),
);

/** A public host name, without a port, and not an IP address. */
export const HOST_NAME = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i;

/** Text that is stored as null if empty. */
export function clearableText(maxLength: number) {
	return z
		.string()
		.trim()
		.max(maxLength)
		.transform((text) => text || null)
		.nullish();
}

function completeUrl(text: string): string | null {
	if (URL.canParse(text)) return text;
	const completed = `https://${text}`;
	const looksLikeHost = text.includes('.') && !/\s/.test(text);
	return looksLikeHost && URL.canParse(completed) ? new URL(completed).href : null;
}

/** An ID, or null if it is absent, null, or empty. */
export const optionalId = z
	.string()
	.nullish()
	.transform((id) => id || null);
