import { UserError, type IDataObject, type INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import { check, trimmedText } from '../../helpers/check';
import { toInstant } from '../../helpers/dates';
import { checkTimezone } from '../event/period';

/** The service's first day, before which it takes no start. */
const FIRST_DAY = new Date('2022-09-22T00:00:00Z');

export const periodFilters: INodeProperties[] = [
	{
		displayName: 'End',
		name: 'end',
		type: 'dateTime',
		default: '',
		description: 'Only commissions that were created at or before this instant',
	},
	{
		displayName: 'Period',
		name: 'interval',
		type: 'options',
		options: [
			{ name: 'All Time', value: 'all' },
			{ name: 'Last 24 Hours', value: '24h' },
			{ name: 'Last 30 Days', value: '30d' },
			{ name: 'Last 7 Days', value: '7d' },
			{ name: 'Last 90 Days', value: '90d' },
			{ name: 'Last Year', value: '1y' },
			{ name: 'Month to Date', value: 'mtd' },
			{ name: 'Quarter to Date', value: 'qtd' },
			{ name: 'Year to Date', value: 'ytd' },
		],
		default: '30d',
		description:
			'When the commissions were created; all time when left out. Use either this or Start and End.',
	},
	{
		displayName: 'Start',
		name: 'start',
		type: 'dateTime',
		default: '',
		description: 'Only commissions that were created at or after this instant',
	},
	{
		displayName: 'Time Zone',
		name: 'timezone',
		type: 'string',
		default: '',
		placeholder: 'e.g. Europe/Berlin',
		description: 'IANA name of the time zone in which a Period begins; UTC when left out',
	},
];

export interface Period {
	query: IDataObject;
	contains(item: IDataObject): boolean;
	/** The service gives more than was asked for: it rounds `start` and `end` to whole days. */
	narrower: boolean;
}

const fields = z
	.object({
		interval: z.enum(['24h', '7d', '30d', '90d', '1y', 'mtd', 'qtd', 'ytd', 'all'], {
			message: 'must be one of 24h, 7d, 30d, 90d, 1y, mtd, qtd, ytd, all',
		}),
		timezone: trimmedText,
	})
	.partial();

/**
 * @param filters those that are filled in
 * @param zone IANA name of the time zone of dates without offset
 * @throws UserError naming the field that is no date, no zone, or does not go with the others
 */
export function readPeriod(filters: IDataObject, zone: string): Period {
	const query = check(fields, filters, { interval: 'Period', timezone: 'Time Zone' });
	checkTimezone(query.timezone);
	if (filters.start === undefined && filters.end === undefined) {
		return { query, contains: () => true, narrower: false };
	}
	if (query.interval) {
		throw new UserError("'Period' cannot be combined with 'Start' or 'End'. Use one of them.");
	}
	const wanted = filters.start === undefined ? FIRST_DAY : toInstant(filters.start, 'Start', zone);
	const start = wanted < FIRST_DAY ? FIRST_DAY : wanted;
	const end = filters.end === undefined ? undefined : toInstant(filters.end, 'End', zone, true);
	if (end && filters.start !== undefined && end < wanted) {
		throw new UserError("'End' must not be before 'Start'.");
	}
	if (end && end < FIRST_DAY) {
		throw new UserError("'End' must not be before 2022-09-22, the service's first day.");
	}
	return {
		query: { ...query, start: start.toISOString(), end: end?.toISOString() },
		contains: ({ createdAt }) => {
			const time = new Date(String(createdAt));
			return time >= start && (!end || time <= end);
		},
		narrower: true,
	};
}
