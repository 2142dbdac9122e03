import { DateTime, IANAZone } from 'luxon';
import { UserError } from 'n8n-workflow';
import { plainText, quoted, textOf } from './text';
import type { Rule } from './types';

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The instant that a person means by a date picker's text, ISO 8601 with or without an offset, a Date, or a Luxon
 * DateTime from an expression. A bare date is the start of that day, or with `endOfDay` its last millisecond.
 *
 * @param timezone IANA name, for text without an offset
 * @throws UserError naming the field
 */
export function toInstant(value: unknown, label: string, timezone: string, endOfDay = false): Date {
	// A Date and a DateTime are ISO 8601 as text.
	const text = (textOf(value) ?? String(value)).trim();
	const zone = { zone: timezone };
	const iso = DateTime.fromISO(text, zone);
	const date = iso.isValid ? iso : DateTime.fromSQL(text, zone);
	if (!date.isValid || !/^\d{4}-\d{2}-\d{2}/.test(text)) {
		throw new UserError(
			`'${label}' must be a date such as 2026-01-31 or 2026-01-31T10:30:00Z, not ${quoted(text)}`,
		);
	}
	return (endOfDay && DATE_ONLY.test(text) ? date.endOf('day') : date).toJSDate();
}

/** The end of a period: a bare date includes that day. */
export const endOfDay: Rule = (raw, { label, timezone }) =>
	toInstant(raw, label, timezone, true).toISOString();

/** The name of a time zone. The service treats an unknown one as UTC without an error. */
export const timeZoneName: Rule = (raw, { label }) => {
	const name = plainText(raw, label).trim();
	if (IANAZone.isValidZone(name)) return name;
	throw new UserError(`'${label}' must be an IANA name such as Europe/Berlin, not ${quoted(name)}`);
};
