import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { returnAs } from '../../file/parameters';
import { OPTIONS } from '../../input/collections';
import { readFields } from '../../input/fields';
import { apiObjectOrList } from '../../transport/request';
import { nodeFilterCollections } from '../event/filterParameters';
import { filterQuery, filterRules } from '../event/filters';
import { hintAtIdleFilters } from '../event/idleFilters';
import { countedPeriod, periodRules, readPeriod, timezoneOption } from '../event/period';
import { asOutput, firstGroups, groupLimit, simplify } from '../output';
import type { Result, Menu, Shape } from '../types';
import { GROUP_OBJECTS, inOrderOfTime, simplifyGroup, withoutOtherCounts } from './output';

export const menu: Menu = {
	name: 'Get',
	description:
		'Count clicks, leads, sales, and sale amounts in a period: in total, over time, or by country, link, partner, and more. Requires the Pro plan.',
	action: 'Get analytics of clicks and leads and sales',
};

export const toolDescription =
	'Count clicks, leads, sales, and sale amounts (US cents) of a period: totals, over time, or the top links, countries, partners, and others. Use it for every question about numbers. Use Get Many Events for single visits or sales.';

export const output: Shape = {
	clicks: 'integer',
	leads: 'integer',
	sales: 'integer',
	saleAmount: 'integer',
};

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
		...forModel('What to count; composite for all', 'composite'),
		description:
			'The type of events to count. Choose All to count clicks, leads, and sales together.',
	},
	{
		displayName: 'Group By',
		name: 'groupBy',
		type: 'options',
		options: [
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
				description:
					'One item per hour, day, or month, depending on the length of the period, earliest first',
			},
			{ name: 'Trigger', value: 'triggers', description: 'Link, QR code, or page view' },
			{ name: 'UTM Campaign', value: 'utm_campaigns' },
			{ name: 'UTM Content', value: 'utm_contents' },
			{ name: 'UTM Medium', value: 'utm_mediums' },
			{ name: 'UTM Source', value: 'utm_sources' },
			{ name: 'UTM Term', value: 'utm_terms' },
		],
		...forModel(
			'count (totals), timeseries, top_links, top_partners, countries, cities, devices, browsers, os, referers, triggers, utm_sources, utm_campaigns, top_link_tags, top_folders, or top_domains',
			'count',
		),
		default: 'count',
		description:
			'What to count by. Returns one item per group. For Sales, those with the highest sale amount come first, for Leads, those with the most leads, otherwise those with the most clicks. Sale amounts are in US cents.',
	},
	...groupLimit(['count', 'timeseries']),
	...returnAs,
	{
		...simplify,
		displayOptions: { show: { groupBy: ['top_links', ...Object.keys(GROUP_OBJECTS)] } },
	},
	...countedPeriod,
	...nodeFilterCollections,
	{ ...OPTIONS, options: [timezoneOption] },
];

const rules = { ...filterRules, ...periodRules };

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<Result> {
	const form = readFields(context, itemIndex, properties, rules);
	const { groupBy, options, simple } = form;
	const event = String(form.event);
	// Start and End are read in the time zone whose days are counted.
	const timezone = String(options.timezone ?? context.getTimezone());
	const { query: period } = readPeriod(context, form, timezone);
	const filters = await filterQuery(context, event, form.filters, form.exclude);
	hintAtIdleFilters(context, event, filters);
	const result = await apiObjectOrList(context, {
		method: 'GET',
		path: '/analytics',
		query: { event, groupBy, ...filters, ...period, timezone },
	});
	const counted = (row: IDataObject) => withoutOtherCounts(row, event);
	const simplified = (row: IDataObject) => (simple ? simplifyGroup(row, String(groupBy)) : row);
	const rows = () => {
		if (!Array.isArray(result)) return counted(result);
		if (groupBy === 'timeseries') return inOrderOfTime(result).map(counted);
		return firstGroups(form, result).map((row) => counted(simplified(row)));
	};
	return await asOutput(context, form, rows(), 'analytics');
}
