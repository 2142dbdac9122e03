import { DateTime, type DateTimeUnit } from 'luxon';
import {
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';
import { forModel, isTool } from '../../input/model';
import { isBlank } from '../../input/text';
import { OPTIONS } from '../../input/collections';
import { timeZoneName, toInstant } from '../../input/dates';
import { chosenFrom } from '../../methods/menus';
import type { Rule, Rules } from '../../input/types';

/** With those of `PAST_PERIODS`, which the service does not have. */
export const intervals: INodePropertyOptions[] = [
	{ name: 'All Time', value: 'all' },
	{ name: 'Custom', value: 'custom', description: 'From Start to End' },
	{ name: 'Last 24 Hours', value: '24h' },
	{ name: 'Last 30 Days', value: '30d' },
	{ name: 'Last 7 Days', value: '7d' },
	{ name: 'Last 90 Days', value: '90d' },
	{ name: 'Last Month', value: 'lastMonth' },
	{ name: 'Last Quarter', value: 'lastQuarter' },
	{ name: 'Last Week', value: 'lastWeek', description: 'Monday to Sunday' },
	{ name: 'Last Year', value: '1y', description: 'The last 12 months' },
	{ name: 'Month to Date', value: 'mtd' },
	{ name: 'Quarter to Date', value: 'qtd' },
	{ name: 'Year to Date', value: 'ytd' },
	{ name: 'Yesterday', value: 'yesterday' },
];

const DEFAULT_OF_MODEL = '30d';

/** The service has nothing from before it, and rejects earlier dates. Epoch milliseconds. */
export const FIRST_DAY = Date.UTC(2022, 8, 22);

/** @param descriptions of the parameters */
export function periodParameters(descriptions: {
	interval: string;
	start: string;
	end: string;
}): INodeProperties[] {
	return [
		{
			displayName: 'Period',
			name: 'interval',
			type: 'options',
			options: intervals,
			...forModel('Period, or custom with start and end', DEFAULT_OF_MODEL),
			default: '24h',
			description: descriptions.interval,
		},
		{
			// Not `required`: where Period is an expression, n8n would ask for it in any case.
			displayName: 'Start',
			name: 'start',
			type: 'dateTime',
			displayOptions: { show: { interval: ['custom'] } },
			default: '',
			...forModel('First day, YYYY-MM-DD, with custom'),
			description: descriptions.start,
		},
		{
			displayName: 'End',
			name: 'end',
			type: 'dateTime',
			displayOptions: { show: { interval: ['custom'] } },
			default: '',
			...forModel('Last day, YYYY-MM-DD'),
			description: descriptions.end,
		},
	];
}

/** For what counts whole days. */
export const countedPeriod = periodParameters({
	interval: 'The period to count',
	start:
		'The first day to count. The time of day is ignored, because the service counts whole days in Time Zone.',
	end: 'The last day to count. The time of day is ignored. Leave empty to count until today.',
});

/** In which time zone a period begins. */
export const timezoneOption: INodeProperties = chosenFrom('getTimeZones', {
	displayName: 'Time Zone',
	name: 'timezone',
	type: 'string',
	default: '',
	description:
		'Where days, weeks, and months begin. Leave empty to use the time zone of the workflow.',
});

/** For what counts whole days. */
export const zoneOptions: INodeProperties = { ...OPTIONS, options: [timezoneOption] };

export interface Period {
	query: IDataObject;
	/** Of a custom period. */
	start?: Date;
	end?: Date;
}

const unread: Rule = (raw) => raw;

/** For the parameters of a period, and for 'Time Zone', in which `readPeriod` reads its dates. */
export const periodRules: Rules = { start: unread, end: unread, timezone: timeZoneName };

/** The error for a period beside dates. */
export function twoPeriods(): UserError {
	return new UserError("'Period' cannot be combined with 'Start' or 'End'. Use one of them.");
}

/**
 * The period that a model means, which gives dates without setting the period.
 *
 * @throws UserError for dates beside another period
 */
function periodOfModel({ interval, start, end }: IDataObject): IDataObject {
	if (isBlank(start) && isBlank(end)) return { interval };
	if (interval !== 'custom' && interval !== DEFAULT_OF_MODEL) {
		throw twoPeriods();
	}
	return { interval: 'custom', start, end };
}

/**
 * @param form read with `periodRules`
 * @param timezone IANA name of the time zone of dates without an offset
 * @throws UserError for a wrong date
 */
export function readPeriod(
	context: Pick<IExecuteFunctions, 'getNode'>,
	form: IDataObject,
	timezone: string,
): Period {
	const { interval, start, end } = isTool(context) ? periodOfModel(form) : form;
	const past = pastPeriod(interval, timezone);
	if (past) return inWindow(past.start, past.end);
	if (interval !== 'custom') return { query: { interval } };
	if (start === undefined)
		throw new UserError("'Start' is empty. Enter the date when the period begins.");
	const from = toInstant(start, 'Start', timezone);
	const to = end === undefined ? undefined : toInstant(end, 'End', timezone, true);
	requireOrder(from, to);
	return inWindow(from, to);
}

function inWindow(start: Date, end: Date | undefined): Period {
	return { query: { start: start.toISOString(), end: end?.toISOString() }, start, end };
}

const PAST_PERIODS: Record<string, DateTimeUnit> = {
	yesterday: 'day',
	lastWeek: 'week',
	lastMonth: 'month',
	lastQuarter: 'quarter',
};

/**
 * The whole day, week, month, or quarter before the current one, which the service has no interval for.
 *
 * @param timezone IANA name of the time zone in which it begins
 * @returns undefined for another interval
 */
export function pastPeriod(
	interval: unknown,
	timezone: string,
): { start: Date; end: Date } | undefined {
	const unit = PAST_PERIODS[String(interval)];
	if (!unit) return undefined;
	const start = DateTime.now()
		.setZone(timezone)
		.startOf(unit)
		.minus({ [unit]: 1 });
	return { start: start.toJSDate(), end: start.endOf(unit).toJSDate() };
}

/** @throws UserError for a period that ends before it begins, or has not begun */
export function requireOrder(start: Date, end: Date | undefined): void {
	if (start.getTime() > Date.now()) throw new UserError("'Start' must not be in the future");
	if (end && end < start) throw new UserError("'End' must be on or after 'Start'");
}
