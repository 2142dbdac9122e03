import type { DateTime } from 'luxon';
import { inZone, type Interval, type TimeWindow, type WindowChoice } from '../event/window.ts';
import type { Quirks } from '../http/quirks.ts';
import type { Dimension, Grouping } from './groups.ts';

type Unit = 'hour' | 'day' | 'month';

const UNIT_OF_INTERVAL: Record<Interval, Unit> = {
	'24h': 'hour',
	'7d': 'day',
	'30d': 'day',
	'90d': 'day',
	'1y': 'month',
	mtd: 'day',
	qtd: 'day',
	ytd: 'month',
	all: 'month',
};

const DAY = 24 * 60 * 60 * 1000;
/** Time zone offsets are multiples of 15 minutes, so such a slice never spans two hours, days, or months. */
const PART = 15 * 60 * 1000;

/** One group for each hour, day, or month of the window in the time zone, even without events. */
export function timeseries(
	choice: WindowChoice,
	window: TimeWindow,
	{ defaultInterval }: Pick<Quirks, 'defaultInterval'>,
): Grouping {
	const unit =
		choice.start === undefined
			? UNIT_OF_INTERVAL[choice.interval ?? defaultInterval]
			: unitOfLength(window.to - window.from);
	const groupOf = (instant: DateTime): Dimension => ({ start: instant.startOf(unit).toISO() });
	const always: Dimension[] = [];
	let next = inZone(window.from, choice.timezone).startOf(unit);
	while (next.toMillis() <= window.to) {
		always.push(groupOf(next));
		next = next.plus({ [unit]: 1 });
	}
	return {
		columns: `timestamp / ${PART} AS part`,
		groupsOf: ({ part }) => [groupOf(inZone(Number(part) * PART, choice.timezone))],
		always,
	};
}

function unitOfLength(milliseconds: number): Unit {
	if (milliseconds <= 2 * DAY) return 'hour';
	return milliseconds < 180 * DAY ? 'day' : 'month';
}
