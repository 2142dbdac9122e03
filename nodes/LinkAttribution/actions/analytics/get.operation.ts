import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import { check, shortText } from '../../helpers/check';
import { isSimple } from '../../helpers/flags';
import { given } from '../../helpers/given';
import { inOrderOfTime } from './output';
import { apiRequest } from '../../transport/request';
import { simplify } from '../output';
import { filterCollections } from '../event/filterParameters';
import { filterQuery } from '../event/filters';
import { hintAtIdleFilters } from '../event/idleFilters';
import { checkTimezone, chosenPeriod, periodParameters, zoneOptions } from '../event/period';
import { simplifyTopLink } from './output';

const GROUPS = [
	{ name: 'Browser', value: 'browsers' },
	{ name: 'City', value: 'cities' },
	{ name: 'Continent', value: 'continents' },
	{ name: 'Country', value: 'countries' },
	{ name: 'Destination URL', value: 'top_urls' },
	{ name: 'Destination URL Without Query', value: 'top_base_urls' },
	{ name: 'Device', value: 'devices' },
	{ name: 'Domain', value: 'top_domains' },
	{ name: 'Folder', value: 'top_folders' },
	{ name: 'Link', value: 'top_links' },
	{ name: 'Link Tag', value: 'top_link_tags' },
	{ name: 'Nothing (Totals)', value: 'count', description: 'One item with all counts' },
	{ name: 'Operating System', value: 'os' },
	{ name: 'Partner', value: 'top_partners' },
	{ name: 'Partner Group', value: 'top_groups' },
	{ name: 'Partner Tag', value: 'top_partner_tags' },
	{ name: 'Referer', value: 'referers' },
	{ name: 'Referer URL', value: 'referer_urls' },
	{ name: 'Region', value: 'regions' },
	{
		name: 'Time',
		value: 'timeseries',
		description: 'One item per hour, day or month, depending on the length of the period',
	},
	{ name: 'Trigger', value: 'triggers', description: 'Link, QR code or page view' },
	{ name: 'UTM Campaign', value: 'utm_campaigns' },
	{ name: 'UTM Content', value: 'utm_contents' },
	{ name: 'UTM Medium', value: 'utm_mediums' },
	{ name: 'UTM Source', value: 'utm_sources' },
	{ name: 'UTM Term', value: 'utm_terms' },
];

export const properties: INodeProperties[] = [
	{
		displayName: 'Event',
		name: 'event',
		type: 'options',
		options: [
			{ name: 'All', value: 'composite' },
			{ name: 'Clicks', value: 'clicks' },
			{ name: 'Leads', value: 'leads' },
			{ name: 'Sales', value: 'sales' },
		],
		default: 'clicks',
		description: 'The kind of events to count; the counts of the other kinds are 0',
	},
	{
		displayName: 'Group By',
		name: 'groupBy',
		type: 'options',
		options: GROUPS,
		default: 'count',
		description:
			'What to count by: one item per country, link and so on, those with most events first, or per point in time, the earliest first. Sale amounts are in cents of US dollars.',
	},
	{ ...simplify, displayOptions: { show: { groupBy: ['top_links'] } } },
	...periodParameters({
		interval: 'When the counted events happened',
		start:
			'The first day to count. The service counts whole days of Time Zone: this one from its beginning, whatever the time of day.',
		end: 'The last day to count, to its end, whatever the time of day; today when left out',
	}),
	...filterCollections,
	zoneOptions,
];

const EVENTS = ['clicks', 'leads', 'sales', 'composite'] as const;
const groups = GROUPS.map(({ value }) => value);

const choices = z.object({
	event: z.enum(EVENTS, { message: `must be one of ${EVENTS.join(', ')}` }),
	groupBy: z.string().refine((group) => groups.includes(group), {
		message: `must be one of ${groups.join(', ')}`,
	}),
	timezone: shortText(255).optional(),
});

export async function execute(
	this: IExecuteFunctions,
	itemIndex: number,
): Promise<IDataObject | IDataObject[]> {
	const { event, groupBy, ...options } = check(choices, {
		...given(this.getNodeParameter('options', itemIndex)),
		event: this.getNodeParameter('event', itemIndex),
		groupBy: this.getNodeParameter('groupBy', itemIndex),
	});
	checkTimezone(options.timezone);
	// Start and End are read in the time zone whose days are counted, so that they mean the days that the person sees.
	const timezone = options.timezone ?? this.getTimezone();
	const { query: period } = chosenPeriod.call(this, itemIndex, timezone);
	const filters = await filterQuery.call(
		this,
		event,
		given(this.getNodeParameter('filters', itemIndex)),
		given(this.getNodeParameter('exclude', itemIndex) as IDataObject),
	);
	hintAtIdleFilters.call(this, event, filters);
	const result = (await apiRequest.call(this, {
		method: 'GET',
		path: '/analytics',
		query: { event, groupBy, ...filters, ...period, timezone },
		needs: { plan: 'Pro', scope: 'analytics.read' },
	})) as IDataObject | IDataObject[];
	if (!Array.isArray(result)) return result;
	if (groupBy === 'timeseries') return inOrderOfTime(result);
	const simple = groupBy === 'top_links' && isSimple.call(this, itemIndex);
	return simple ? result.map(simplifyTopLink) : result;
}
