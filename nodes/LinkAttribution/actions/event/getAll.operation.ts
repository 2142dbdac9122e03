import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import { check, shortText, sortOrder } from '../../helpers/check';
import { eventId, eventTime } from './output';
import { isSimple } from '../../helpers/flags';
import { given } from '../../helpers/given';
import { mostItems } from '../../helpers/limit';
import { simplifyEvent } from './output';
import { collect, eventPages, MAX_EVENTS_PER_PAGE } from '../../transport/pages';
import { returnAllOrLimit, simplify } from '../output';
import { filterCollections } from './filterParameters';
import { filterQuery } from './filters';
import { hintAtIdleFilters } from './idleFilters';
import { checkTimezone, chosenPeriod, periodParameters, type Period } from './period';

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
		description: 'The kind of events to list',
	},
	...returnAllOrLimit,
	simplify,
	...periodParameters({
		interval: 'When the events happened',
		start: 'Only events at or after this instant',
		end: 'Only events at or before this instant; now when left out',
	}),
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

const choices = z.object({
	event: z.enum(['clicks', 'leads', 'sales'], { message: 'must be clicks, leads or sales' }),
	sortBy: z.enum(['timestamp'], { message: 'must be timestamp' }).optional(),
	sortOrder: sortOrder.optional(),
	timezone: shortText(255).optional(),
});

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject[]> {
	const most = mostItems.call(this, itemIndex);
	const { event, ...options } = check(choices, {
		...given(this.getNodeParameter('options', itemIndex)),
		event: this.getNodeParameter('event', itemIndex),
	});
	checkTimezone(options.timezone);
	const period = chosenPeriod.call(this, itemIndex, this.getTimezone());
	const filters = await filterQuery.call(
		this,
		event,
		given(this.getNodeParameter('filters', itemIndex)),
		given(this.getNodeParameter('exclude', itemIndex) as IDataObject),
	);
	hintAtIdleFilters.call(this, event, filters);
	const query = { event, ...filters, ...options, ...period.query };
	const window = windowOf(period);
	const request = {
		path: '/events',
		query,
		needs: { plan: 'Business' as const, scope: 'analytics.read' },
	};
	const seen = new Set<string>();
	// Events that arrive while pages are read shift those behind, so that some come twice.
	const isNew = (item: IDataObject) => seen.size < seen.add(eventId(item)).size;
	const simple = isSimple.call(this, itemIndex);
	// With a window narrower than what the service gives, nobody knows how many events it takes.
	const wanted = window.narrower ? Infinity : most;
	return await collect(
		eventPages.call(this, request, Math.min(wanted, MAX_EVENTS_PER_PAGE), wanted),
		most,
		(item) => {
			if (!window.contains(item) || !isNew(item)) return undefined;
			return simple ? simplifyEvent(item) : item;
		},
	);
}

interface Window {
	contains(item: IDataObject): boolean;
	/** The service gives more than was asked for: it rounds `start` and `end` to whole days. */
	narrower: boolean;
}

function windowOf({ start, end }: Period): Window {
	if (!start) return { contains: () => true, narrower: false };
	return {
		contains: (item) => {
			const time = eventTime(item);
			return time >= start && (!end || time <= end);
		},
		narrower: true,
	};
}
