import { UserError, type IDataObject, type INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { endOfDay, timeZoneName } from '../../input/dates';
import type { Rules } from '../../input/types';
import {
	FIRST_DAY,
	intervals,
	pastPeriod,
	requireOrder,
	timezoneOption,
	twoPeriods,
} from '../event/period';

export const periodFilters: INodeProperties[] = [
	{
		displayName: 'End',
		...forModel('Last day, instead of a period'),
		name: 'end',
		type: 'dateTime',
		default: '',
		description:
			'Only commissions created at or before this time. A date without a time includes the whole day.',
	},
	{
		displayName: 'Period',
		...forModel('Only of this period'),
		name: 'interval',
		type: 'options',
		options: intervals.filter(({ value }) => value !== 'custom'),
		default: '30d',
		description:
			'When the commissions were created. Leave empty to include all time. Use either this or Start and End.',
	},
	{
		displayName: 'Start',
		...forModel('First day, YYYY-MM-DD, instead of a period'),
		name: 'start',
		type: 'dateTime',
		default: '',
		description: 'Only commissions created at or after this time',
	},
	timezoneOption,
];

export const periodRules: Rules = { end: endOfDay, timezone: timeZoneName };

interface Period {
	query: IDataObject;
	/** Whether a commission is in the period, since the service rounds `start` and `end` to whole days. */
	contains?: (item: IDataObject) => boolean;
}

/**
 * @param filters read with `periodRules`
 * @param timezone IANA name of the time zone of the workflow
 * @throws UserError for a period that contradicts itself
 */
export function readPeriod(filters: IDataObject, timezone: string): Period {
	const { start, end, ...query } = filters;
	const past = pastPeriod(query.interval, String(query.timezone ?? timezone));
	if (past && start === undefined && end === undefined) {
		const window = { start: past.start.toISOString(), end: past.end.toISOString() };
		return readPeriod({ ...query, ...window, interval: undefined }, timezone);
	}
	if (start === undefined && end === undefined) return { query };
	if (query.interval) {
		throw twoPeriods();
	}
	const from = new Date(Math.max(FIRST_DAY, start ? Date.parse(String(start)) : FIRST_DAY));
	const to = end === undefined ? undefined : new Date(String(end));
	if (start) requireOrder(new Date(String(start)), to);
	if (to && to < from) {
		throw new UserError("'End' must be on or after 2022-09-22, when the service started");
	}
	return {
		query: { ...query, start: from.toISOString(), end },
		contains: ({ createdAt }) => {
			const time = new Date(String(createdAt));
			return time >= from && (!to || time <= to);
		},
	};
}
