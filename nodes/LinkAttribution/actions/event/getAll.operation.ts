import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import { money } from '../../input/amounts';
import { forModel, isTool } from '../../input/model';
import { OPTIONS } from '../../input/collections';
import { readFields } from '../../input/fields';
import { checkResponse } from '../../transport/expected';
import { eventPages, MAX_EVENTS_PER_PAGE } from '../../pagination/pages';
import { apiRequest } from '../../transport/request';
import { getMany, listOutput, simplify } from '../output';
import { withTotal } from '../totals';
import type { Result, Menu, Shape } from '../types';
import { nodeFilterCollections } from './filterParameters';
import { filterQuery, filterRules } from './filters';
import { hintAtIdleFilters } from './idleFilters';
import { eventTime, simplifyEvent } from './output';
import { periodParameters, periodRules, readPeriod, timezoneOption } from './period';

export const menu: Menu = {
	name: 'Get Many',
	description:
		'Retrieve a list of clicks, leads, or sales with their link and customer. Requires the Business plan.',
	action: 'Get many click and lead and sale events',
};

export const toolDescription =
	'List single clicks, leads, or sales with time, link, country, device, and customer, newest first. To count or rank, use Get Analytics.';

export const output: Shape = {
	event: 'string',
	id: 'string',
	timestamp: 'string',
	linkId: 'string',
	shortLink: 'string',
	country: 'string',
	device: 'string',
	browser: 'string',
	referer: 'string',
	trigger: 'string?',
};

export const properties: INodeProperties[] = [
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
		...forModel('Kind of event', 'clicks'),
		description: 'The type of events to return',
	},
	...listOutput,
	simplify,
	...periodParameters({
		interval: 'When the events happened',
		start: 'Only events at or after this time',
		end: 'Only events at or before this time. A date without a time includes the whole day. Leave empty to include events until now.',
	}),
	...nodeFilterCollections,
	{
		...OPTIONS,
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
				description: 'The direction to sort in',
			},
			timezoneOption,
		],
	},
];

const rules = { ...filterRules, ...periodRules };

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<Result> {
	const form = readFields(context, itemIndex, properties, rules);
	const event = String(form.event);
	const timezone = String(form.options.timezone ?? context.getTimezone());
	const { query: period, start, end } = readPeriod(context, form, timezone);
	const filters = await filterQuery(context, event, form.filters, form.exclude);
	hintAtIdleFilters(context, event, filters);
	// The service rounds `start` and `end` to whole days.
	const isInPeriod = (item: IDataObject) => {
		if (!start) return true;
		const time = eventTime(item);
		return time >= start && (!end || time <= end);
	};
	// Of a custom period, any number of events can be outside it.
	const max = form.returnAll || start ? Infinity : form.limit;
	const query = { event, ...filters, ...period, timezone };
	const events = await getMany(context, form, {
		path: '/events',
		query: { ...query, ...form.options, timezone },
		name: event,
		markOf: (item) => eventTime(item).toISOString(),
		pages: (_, list) => eventPages(context, list, Math.min(max, MAX_EVENTS_PER_PAGE), max),
		isWanted: isInPeriod,
		simplify: simplifyEvent,
	});
	// Counts are of whole days.
	const isCounted = isTool(context) && !/\d:\d/.test(`${String(form.start)} ${String(form.end)}`);
	return isCounted && Array.isArray(events) && events.length > 0
		? await withCount(context, events, query)
		: events;
}

/** Adds the total of all that match, as a model gets only some of the events. */
async function withCount(
	context: IExecuteFunctions,
	events: IDataObject[],
	query: IDataObject,
): Promise<IDataObject[]> {
	const event = String(query.event);
	const request = {
		method: 'GET',
		path: '/analytics',
		query: { ...query, groupBy: 'count' },
	} as const;
	const schema = z.object({ [event]: z.number(), saleAmount: z.number().optional() });
	const counts = checkResponse(schema, await apiRequest(context, request), request);
	const sums = event === 'sales' ? [money(counts.saleAmount ?? 0, 'usd')] : [];
	return withTotal(events, Number(counts[event]), event, sums);
}
