import { UserError } from 'n8n-workflow';

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;
const WITH_OFFSET = /(Z|[+-]\d{2}:?\d{2})$/i;

/**
 * The instant that a person meant: a date picker's text, ISO-8601 with or without offset, a Date, or a Luxon DateTime
 * from an expression. Text without offset is in `timezone` (IANA); a bare date is the start of that day, or with
 * `endOfDay` its last millisecond.
 *
 * @throws UserError naming the field
 */
export function toInstant(value: unknown, label: string, timezone: string, endOfDay = false): Date {
	const text = dateText(value);
	const dateOnly = DATE_ONLY.test(text);
	const time = dateOnly ? (endOfDay ? 'T23:59:59.999' : 'T00:00:00.000') : '';
	const instant =
		WITH_OFFSET.test(text) && !dateOnly ? new Date(text) : inZone(text + time, timezone);
	if (!startsWithDay(text) || Number.isNaN(instant.getTime())) {
		throw new UserError(
			`'${label}' must be a date such as 2026-01-31 or 2026-01-31T10:30:00Z, but is '${text}'.`,
		);
	}
	return instant;
}

/** Whether it is a day of the calendar: `new Date` takes 31 February for a day in March. */
function startsWithDay(text: string): boolean {
	const day = text.slice(0, 10);
	const start = new Date(`${day}T00:00:00Z`);
	return (
		DATE_ONLY.test(day) && !Number.isNaN(start.getTime()) && start.toISOString().startsWith(day)
	);
}

function dateText(value: unknown): string {
	if (isLuxonDateTime(value)) return value.toISO() ?? '';
	if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
	return String(value)
		.trim()
		.replace(/^(\d{4}-\d{2}-\d{2}) (?=\d)/, '$1T');
}

function isLuxonDateTime(value: unknown): value is { toISO(): string | null } {
	return (
		typeof value === 'object' &&
		value !== null &&
		'toISO' in value &&
		typeof value.toISO === 'function'
	);
}

/** Reads wall-clock text of a time zone; the second step settles days on which the offset changes. */
function inZone(text: string, timezone: string): Date {
	const wallClock = new Date(`${text}Z`);
	if (Number.isNaN(wallClock.getTime())) return wallClock;
	const guess = new Date(wallClock.getTime() - zoneOffset(wallClock, timezone));
	return new Date(wallClock.getTime() - zoneOffset(guess, timezone));
}

/** Milliseconds that the zone is ahead of UTC at an instant. */
function zoneOffset(instant: Date, timezone: string): number {
	const parts = new Intl.DateTimeFormat('en-US', {
		timeZone: timezone,
		hourCycle: 'h23',
		year: 'numeric',
		month: 'numeric',
		day: 'numeric',
		hour: 'numeric',
		minute: 'numeric',
		second: 'numeric',
	}).formatToParts(instant);
	const part = (type: Intl.DateTimeFormatPartTypes) =>
		Number(parts.find((candidate) => candidate.type === type)?.value);
	const wallClock = Date.UTC(
		part('year'),
		part('month') - 1,
		part('day'),
		part('hour'),
		part('minute'),
		part('second'),
	);
	return wallClock - Math.floor(instant.getTime() / 1000) * 1000;
}
