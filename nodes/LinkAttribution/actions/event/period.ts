import {
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { z } from 'zod/v4';
import { check } from '../../helpers/check';
import { toInstant } from '../../helpers/dates';

const INTERVALS = ['all', '24h', '30d', '7d', '90d', '1y', 'mtd', 'qtd', 'ytd', 'custom'] as const;

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
			options: [
				{ name: 'All Time', value: 'all' },
				{ name: 'Custom', value: 'custom', description: 'From Start to End' },
				{ name: 'Last 24 Hours', value: '24h' },
				{ name: 'Last 30 Days', value: '30d' },
				{ name: 'Last 7 Days', value: '7d' },
				{ name: 'Last 90 Days', value: '90d' },
				{ name: 'Last Year', value: '1y' },
				{ name: 'Month to Date', value: 'mtd' },
				{ name: 'Quarter to Date', value: 'qtd' },
				{ name: 'Year to Date', value: 'ytd' },
			],
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
			description: descriptions.start,
		},
		{
			displayName: 'End',
			name: 'end',
			type: 'dateTime',
			displayOptions: { show: { interval: ['custom'] } },
			default: '',
			description: descriptions.end,
		},
	];
}

/** For what counts whole days. */
export const zoneOptions: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Time Zone',
			name: 'timezone',
			type: 'string',
			default: '',
			placeholder: 'e.g. Europe/Berlin',
			description:
				'IANA name of the time zone in which days and months begin; that of the workflow when left out',
		},
	],
};

export interface Period {
	query: IDataObject;
	/** Of a custom period. */
	start?: Date;
	end?: Date;
}

/**
 * @param zone IANA name of the time zone of dates without an offset
 * @throws UserError for a period that cannot be meant
 */
export function chosenPeriod(this: IExecuteFunctions, itemIndex: number, zone: string): Period {
	const { interval } = check(
		z.object({
			interval: z.enum(INTERVALS, { message: `must be one of ${INTERVALS.join(', ')}` }),
		}),
		{ interval: this.getNodeParameter('interval', itemIndex) },
		{ interval: 'Period' },
	);
	if (interval !== 'custom') return { query: { interval } };
	const startValue = this.getNodeParameter('start', itemIndex);
	if (!startValue) {
		throw new UserError("'Start' is empty. Give the date at which the period begins.");
	}
	const start = toInstant(startValue, 'Start', zone);
	const endValue = this.getNodeParameter('end', itemIndex);
	const end = endValue ? toInstant(endValue, 'End', zone, true) : undefined;
	if (end && end < start) throw new UserError("'End' must not be before 'Start'.");
	return { query: { start: start.toISOString(), end: end?.toISOString() }, start, end };
}

/**
 * The service takes an unknown zone for UTC without a word.
 *
 * @throws UserError for a name that is none
 */
export function checkTimezone(timezone: unknown): void {
	if (timezone === undefined || isTimezone(String(timezone))) return;
	throw new UserError(
		`'Time Zone' must be an IANA name such as Europe/Berlin, but is '${String(timezone)}'.`,
	);
}

function isTimezone(name: string): boolean {
	try {
		new Intl.DateTimeFormat('en-US', { timeZone: name });
		return true;
	} catch {
		return false;
	}
}
