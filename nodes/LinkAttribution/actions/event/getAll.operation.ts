import {
	updateDisplayOptions,
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { toInstant } from '../../helpers/dates';
import { eventId, eventTime } from '../../helpers/events';
import { given } from '../../helpers/given';
import { mostItems } from '../../helpers/limit';
import { simplifyEvent } from '../../helpers/simplify';
import { collect, eventPages, MOST_EVENTS_PER_PAGE } from '../../transport/pagination';
import { returnAllOrLimit, simplify } from '../common.descriptions';
import { filterCollections, filterQuery } from './filters';

const properties: INodeProperties[] = [
	{
		displayName: 'Event',
		name: 'event',
		type: 'options',
		options: [
			{ name: 'Clicks', value: 'clicks' },
			{ name: 'Leads', value: 'leads' },
			{ name: 'Sales', value: 'sales' },
		],
		default: 'clicks',
		description: 'The kind of events to list',
	},
	...returnAllOrLimit,
	simplify,
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
		description: 'When the events happened',
	},
	{
		displayName: 'Start',
		name: 'start',
		type: 'dateTime',
		required: true,
		displayOptions: { show: { interval: ['custom'] } },
		default: '',
		description: 'Only events at or after this instant',
	},
	{
		displayName: 'End',
		name: 'end',
		type: 'dateTime',
		displayOptions: { show: { interval: ['custom'] } },
		default: '',
		description: 'Only events at or before this instant; now when left out',
	},
	...filterCollections,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: 'Sort By',
				name: 'sortBy',
				type: 'options',
				options: [{ name: 'Timestamp', value: 'timestamp' }],
				default: 'timestamp',
				description: 'The field to sort by',
			},
			{
				displayName: 'Sort Order',
				name: 'sortOrder',
				type: 'options',
				options: [
					{ name: 'Newest First', value: 'desc' },
					{ name: 'Oldest First', value: 'asc' },
				],
				default: 'desc',
				description: 'Whether the newest or the oldest events come first',
			},
			{
				displayName: 'Time Zone',
				name: 'timezone',
				type: 'string',
				default: '',
				placeholder: 'e.g. Europe/Berlin',
				description: 'IANA name of the time zone in which periods begin; UTC when left out',
			},
		],
	},
];

export const description = updateDisplayOptions(
	{ show: { resource: ['event'], operation: ['getAll'] } },
	properties,
);

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject[]> {
	const most = mostItems.call(this, itemIndex);
	const event = this.getNodeParameter('event', itemIndex) as string;
	const options = given(this.getNodeParameter('options', itemIndex));
	checkTimezone(options.timezone);
	const window = readWindow.call(this, itemIndex);
	const query = {
		event,
		...(await filterQuery.call(
			this,
			event,
			given(this.getNodeParameter('filters', itemIndex)),
			given(this.getNodeParameter('exclude', itemIndex) as IDataObject),
		)),
		...options,
		...window.query,
	};
	const request = {
		path: '/events',
		query,
		needs: { plan: 'Business' as const, scope: 'analytics.read' },
	};
	const seen = new Set<string>();
	// Events that arrive while pages are read shift those behind, so that some come twice.
	const isNew = (item: IDataObject) => seen.size < seen.add(eventId(item)).size;
	const simple = this.getNodeParameter('simple', itemIndex);
	// With a window narrower than what the service gives, nobody knows how many events it takes.
	const wanted = window.narrower ? Infinity : most;
	return await collect(
		eventPages.call(this, request, Math.min(wanted, MOST_EVENTS_PER_PAGE), wanted),
		most,
		(item) => {
			if (!window.contains(item) || !isNew(item)) return undefined;
			return simple ? simplifyEvent(item) : item;
		},
	);
}

interface Window {
	query: IDataObject;
	contains(item: IDataObject): boolean;
	/** The service gives more than was asked for: it rounds `start` and `end` to whole days. */
	narrower: boolean;
}

function readWindow(this: IExecuteFunctions, itemIndex: number): Window {
	const interval = this.getNodeParameter('interval', itemIndex) as string;
	if (interval !== 'custom') return { query: { interval }, contains: () => true, narrower: false };
	const zone = this.getTimezone();
	const startValue = this.getNodeParameter('start', itemIndex);
	if (!startValue)
		throw new UserError("'Start' is empty. Give the date from which to list events.");
	const start = toInstant(startValue, 'Start', zone);
	const endValue = this.getNodeParameter('end', itemIndex);
	const end = endValue ? toInstant(endValue, 'End', zone, true) : undefined;
	if (end && end < start) throw new UserError("'End' must not be before 'Start'.");
	return {
		query: { start: start.toISOString(), end: end?.toISOString() },
		contains: (item) => {
			const time = eventTime(item);
			return time >= start && (!end || time <= end);
		},
		narrower: true,
	};
}

/** The service takes an unknown zone for UTC without a word. */
function checkTimezone(timezone: unknown): void {
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
