import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { FILTERS } from '../../input/collections';
import { readFields } from '../../input/fields';
import { apiObjectOrList } from '../../transport/request';
import { inOrderOfTime } from '../analytics/output';
import { metadataFilters, metadataQuery, withMetadataQuery } from '../event/metadata';
import { countedPeriod, periodRules, readPeriod, zoneOptions } from '../event/period';
import { firstGroups, groupLimit, simplify } from '../output';
import type { Result, Menu, Shape } from '../types';
import { partnerField, partnerKey } from './fields';
import { simplifyTopLink } from './output';

export const menu: Menu = {
	name: 'Get Analytics',
	description:
		'Count the clicks, leads, sales, and earnings of a partner: totals, over time, or by link',
	action: 'Get partner analytics',
};

export const toolDescription =
	'Count clicks, leads, sales, and earnings (US cents) of one partner: totals, over time, or by link.';

export const output: Shape = {
	clicks: 'integer',
	leads: 'integer',
	sales: 'integer',
	saleAmount: 'integer',
	earnings: 'integer',
};

export const properties: INodeProperties[] = [
	{ ...partnerField, description: 'The partner whose results to count' },
	{
		displayName: 'Group By',
		name: 'groupBy',
		type: 'options',
		options: [
			{
				name: 'Link',
				value: 'top_links',
				description: 'One item per link, those with the most clicks first',
			},
			{ name: 'Nothing (Totals)', value: 'count', description: 'One item with all counts' },
			{
				name: 'Time',
				value: 'timeseries',
				description:
					'One item per hour, day, or month, depending on the length of the period, earliest first',
			},
		],
		...forModel('count for totals', 'count'),
		default: 'count',
		description:
			'What to count by. Each item has clicks, leads, sales, saleAmount, and earnings. Amounts are in US cents.',
	},
	...groupLimit(['count', 'timeseries']),
	{ ...simplify, displayOptions: { show: { groupBy: ['top_links'] } } },
	...countedPeriod.map((parameter) =>
		parameter.name === 'interval' ? { ...parameter, default: 'all' } : parameter,
	),
	{ ...FILTERS, options: metadataFilters },
	zoneOptions,
];

const rules = { ...periodRules, partner: partnerKey, query: metadataQuery };

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<Result> {
	const form = readFields(context, itemIndex, properties, rules);
	const { partner, groupBy, filters, options, simple } = form;
	// Start and End are read in the time zone whose days are counted.
	const timezone = String(options.timezone ?? context.getTimezone());
	const result = await apiObjectOrList(context, {
		method: 'GET',
		path: '/partners/analytics',
		query: {
			...(partner as IDataObject),
			groupBy,
			...withMetadataQuery(filters),
			...readPeriod(context, form, timezone).query,
			timezone,
		},
	});
	if (!Array.isArray(result)) return result;
	if (groupBy === 'timeseries') return inOrderOfTime(result);
	const links = firstGroups(form, result);
	return simple ? links.map(simplifyTopLink) : links;
}
