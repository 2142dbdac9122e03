import { UserError, type IDataObject, type INodeProperties } from 'n8n-workflow';
import { timeZoneName, toInstant } from '../../input/dates';
import { maxLength } from '../../input/rules';
import type { Rule, Rules } from '../../input/types';

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
				'IANA name of the time zone in which days and months begin. Leave empty to use the time zone of the workflow.',
		},
	],
};

interface Period {
	query: IDataObject;
	/** Of a custom period. */
	start?: Date;
	end?: Date;
}

const unread: Rule = (raw) => raw;

/** Conditions on the metadata of leads and sales. The service joins them with AND even where they say OR. */
export const metadataQuery: Rule = (raw, field) => {
	const query = maxLength(10_000)(raw, field);
	if (!/\sOR\s+metadata\[/i.test(String(query))) return query;
	throw new UserError(
		`'${field.label}' can join conditions only with AND. Run the node once for each alternative.`,
	);
};

/** For the parameters of a period, and for 'Time Zone', in which `readPeriod` reads its dates. */
export const periodRules: Rules = { start: unread, end: unread, timezone: timeZoneName };

/**
 * @param form read with `periodRules`
 * @param timezone IANA name of the time zone of dates without an offset
 * @throws UserError for a wrong date
 */
export function readPeriod({ interval, start, end }: IDataObject, timezone: string): Period {
	if (interval !== 'custom') return { query: { interval } };
	if (!start) throw new UserError("'Start' is empty. Enter the date when the period begins.");
	const from = toInstant(start, 'Start', timezone);
	const to = end ? toInstant(end, 'End', timezone, true) : undefined;
	requireOrder(from, to);
	return { query: { start: from.toISOString(), end: to?.toISOString() }, start: from, end: to };
}

/** @throws UserError for a period that ends before it begins */
export function requireOrder(start: Date, end: Date | undefined): void {
	if (end && end < start) throw new UserError("'End' must be on or after 'Start'");
}
