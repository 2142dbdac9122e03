import { describe, expect, it } from '@jest/globals';
import { DateTime } from 'luxon';
import { toInstant } from '../../../nodes/LinkAttribution/input/dates';

function read(value: unknown, timezone = 'Europe/Berlin', endOfDay = false): string {
	return toInstant(value, 'Start', timezone, endOfDay).toISOString();
}

describe('a date parameter', () => {
	it.each<[unknown, string]>([
		['2026-01-31T10:30:00Z', '2026-01-31T10:30:00.000Z'],
		['2026-01-31T10:30:00.250Z', '2026-01-31T10:30:00.250Z'],
		['2026-01-31T10:30:00+05:30', '2026-01-31T05:00:00.000Z'],
		['2026-01-31T10:30:00-0800', '2026-01-31T18:30:00.000Z'],
		['2026-01-31T10:30', '2026-01-31T09:30:00.000Z'],
		['2026-01-31 10:30:15', '2026-01-31T09:30:15.000Z'],
		[' 2026-01-31 ', '2026-01-30T23:00:00.000Z'],
		[new Date(Date.UTC(2026, 0, 31)), '2026-01-31T00:00:00.000Z'],
		[DateTime.fromISO('2026-01-31T10:30', { zone: 'Asia/Tokyo' }), '2026-01-31T01:30:00.000Z'],
		['2024-02-29', '2024-02-28T23:00:00.000Z'],
	])('reads %s in Berlin as %s', (value, instant) => {
		expect(read(value)).toBe(instant);
	});

	it('applies daylight saving time of the time zone', () => {
		// Summer time begins on 29 March 2026 at 2:00 and ends on 25 October at 3:00.
		expect(read('2026-03-29T01:59')).toBe('2026-03-29T00:59:00.000Z');
		expect(read('2026-03-29T03:00')).toBe('2026-03-29T01:00:00.000Z');
		expect(read('2026-03-29')).toBe('2026-03-28T23:00:00.000Z');
		expect(read('2026-03-30')).toBe('2026-03-29T22:00:00.000Z');
		expect(read('2026-10-25T04:00')).toBe('2026-10-25T03:00:00.000Z');
		expect(read('2026-10-26')).toBe('2026-10-25T23:00:00.000Z');
	});

	it('resolves a repeated or skipped hour to one of its two possible times', () => {
		expect(['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']).toContain(
			read('2026-10-25T02:30'),
		);
		expect(['2026-03-29T00:30:00.000Z', '2026-03-29T01:30:00.000Z']).toContain(
			read('2026-03-29T02:30'),
		);
	});

	it.each([
		['UTC', '2026-07-01T00:00:00.000Z', '2026-07-01T23:59:59.999Z'],
		['Europe/Berlin', '2026-06-30T22:00:00.000Z', '2026-07-01T21:59:59.999Z'],
		['America/New_York', '2026-07-01T04:00:00.000Z', '2026-07-02T03:59:59.999Z'],
		['Pacific/Kiritimati', '2026-06-30T10:00:00.000Z', '2026-07-01T09:59:59.999Z'],
		['Asia/Kathmandu', '2026-06-30T18:15:00.000Z', '2026-07-01T18:14:59.999Z'],
	])('reads the start and end of a day in %s', (timezone, start, end) => {
		expect(read('2026-07-01', timezone)).toBe(start);
		expect(read('2026-07-01', timezone, true)).toBe(end);
	});

	it('extends only a date without a time to the end of its day', () => {
		expect(read('2026-07-01T00:00', 'UTC', true)).toBe('2026-07-01T00:00:00.000Z');
	});

	it.each([
		'',
		'tomorrow',
		'31.01.2026',
		'01/31/2026',
		'2026-13-01',
		'2026-02-30',
		'2026-02-30T10:00:00Z',
		'2025-02-29',
		'2026-01-31T25:00',
		'2026-1-3',
		'1790000000000',
		new Date(NaN),
		DateTime.invalid('test'),
		{},
		null,
	])('rejects %p with the label of the field', (value) => {
		expect(() => read(value)).toThrow("'Start' must be a date such as 2026-01-31");
	});
});
