import { DateTime } from 'luxon';
import { z } from 'zod/v4';
import type { Clock } from '../http/context.ts';
import { dateField } from '../http/fields.ts';
import type { Quirks } from '../http/quirks.ts';

export const INTERVALS = ['24h', '7d', '30d', '90d', '1y', 'mtd', 'qtd', 'ytd', 'all'] as const;

export type Interval = (typeof INTERVALS)[number];

/** The service's first day; nothing is older. */
const FIRST_DAY = Date.UTC(2022, 8, 22);

/** Epoch milliseconds, inclusive. */
export interface TimeWindow {
	from: number;
	to: number;
}

export interface WindowChoice {
	interval?: Interval;
	start?: number;
	end?: number;
	timezone: string;
}

/** The query parameters that `timeWindow` takes. */
export function windowFields(clock: Clock) {
	const date = dateField(clock);
	return {
		interval: z.enum(INTERVALS).optional(),
		start: date
			.refine((instant) => instant >= FIRST_DAY, 'Must not be earlier than 2022-09-22')
			.optional(),
		end: date.optional(),
		timezone: z.string().default('UTC'),
	};
}

const LENGTHS = {
	'7d': { days: 7 },
	'30d': { days: 30 },
	'90d': { days: 90 },
	'1y': { months: 12 },
} as const;
const TO_DATE = { mtd: 'month', qtd: 'quarter', ytd: 'year' } as const;

/** The time window of a request. `start` takes precedence over `interval`; `end` applies only together with `start`. */
export function timeWindow(
	{ interval, start, end, timezone }: WindowChoice,
	now: number,
	quirks: Pick<Quirks, 'eventWindow' | 'defaultInterval'>,
): TimeWindow {
	const present = inZone(now, timezone);
	if (start === undefined) {
		return intervalWindow(interval ?? quirks.defaultInterval, present);
	}
	if (quirks.eventWindow === 'instant') return ordered(start, end ?? now);
	const lastDay = end === undefined ? present : inZone(end, timezone);
	return ordered(
		inZone(start, timezone).startOf('day').toMillis(),
		lastDay.endOf('day').toMillis(),
	);
}

function intervalWindow(interval: Interval, present: DateTime): TimeWindow {
	const to = present.endOf('day').toMillis();
	switch (interval) {
		case '24h':
			// The only interval that ends now instead of at the end of the day.
			return { from: present.minus({ hours: 24 }).toMillis(), to: present.toMillis() };
		case 'all':
			return { from: FIRST_DAY, to };
		case 'mtd':
		case 'qtd':
		case 'ytd':
			return { from: present.startOf(TO_DATE[interval]).toMillis(), to };
		default:
			return { from: present.minus(LENGTHS[interval]).toMillis(), to };
	}
}

/** Swaps a start after the end, once both are rounded. */
function ordered(start: number, end: number): TimeWindow {
	return start <= end ? { from: start, to: end } : { from: end, to: start };
}

/** An unknown time zone counts as UTC. */
export function inZone(instant: number, timezone: string): DateTime {
	const local = DateTime.fromMillis(instant, { zone: timezone });
	return local.isValid ? local : DateTime.fromMillis(instant, { zone: 'utc' });
}
