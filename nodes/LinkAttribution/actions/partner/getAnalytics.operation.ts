import {
	updateDisplayOptions,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { z } from 'zod/v4';
import { check, shortText } from '../../helpers/check';
import { isSimple } from '../../helpers/flags';
import { given } from '../../helpers/given';
import { metadataQuery } from '../../helpers/metadataQuery';
import { chosenPartner } from '../../helpers/partner';
import { inOrderOfTime } from '../../helpers/timeseries';
import { apiRequest } from '../../transport/request';
import { partnerLocator, simplify } from '../common.descriptions';
import { checkTimezone, chosenPeriod, periodParameters, zoneOptions } from '../event/period';
import { simplifyTopLink } from './simplify';

const properties: INodeProperties[] = [
	{ ...partnerLocator, required: true, description: 'The partner whose results are counted' },
	{
		displayName: 'Group By',
		name: 'groupBy',
		type: 'options',
		options: [
			{ name: 'Link', value: 'top_links', description: 'One item per link, most clicks first' },
			{ name: 'Nothing (Totals)', value: 'count', description: 'One item with all counts' },
			{
				name: 'Time',
				value: 'timeseries',
				description:
					'One item per hour, day or month, depending on the length of the period, the earliest first',
			},
		],
		default: 'count',
		description:
			'What to count by. Each item has clicks, leads, sales, saleAmount and earnings; the amounts are in cents of US dollars.',
	},
	{ ...simplify, displayOptions: { show: { groupBy: ['top_links'] } } },
	...periodParameters({
		interval: 'When it happened',
		start:
			'The first day to count. The service counts whole days of Time Zone: this one from its beginning, whatever the time of day.',
		end: 'The last day to count, to its end, whatever the time of day; today when left out',
	}).map((parameter) =>
		parameter.name === 'interval' ? { ...parameter, default: 'all' } : parameter,
	),
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: [
			{
				displayName: 'Metadata',
				name: 'query',
				type: 'string',
				default: '',
				placeholder: "e.g. metadata['plan']:'pro'",
				description:
					'Only leads and sales whose metadata matches; clicks carry none. Operators are : = != &gt; &lt; &gt;= &lt;=, and several conditions are joined with AND.',
			},
		],
	},
	zoneOptions,
];

export const description = updateDisplayOptions(
	{ show: { resource: ['partner'], operation: ['getAnalytics'] } },
	properties,
);

const GROUPS = ['count', 'timeseries', 'top_links'] as const;

const choices = z.object({
	groupBy: z.enum(GROUPS, { message: `must be one of ${GROUPS.join(', ')}` }),
	query: metadataQuery.optional(),
	timezone: shortText(255).optional(),
});

export async function execute(
	this: IExecuteFunctions,
	itemIndex: number,
): Promise<IDataObject | IDataObject[]> {
	const { groupBy, query, ...options } = check(
		choices,
		{
			...given(this.getNodeParameter('filters', itemIndex)),
			...given(this.getNodeParameter('options', itemIndex)),
			groupBy: this.getNodeParameter('groupBy', itemIndex),
		},
		{ query: 'Metadata', timezone: 'Time Zone' },
	);
	checkTimezone(options.timezone);
	// Start and End are read in the time zone whose days are counted.
	const timezone = options.timezone ?? this.getTimezone();
	const result = (await apiRequest.call(this, {
		method: 'GET',
		path: '/partners/analytics',
		query: {
			...chosenPartner.call(this, itemIndex),
			groupBy,
			query,
			...chosenPeriod.call(this, itemIndex, timezone).query,
			timezone,
		},
		needs: { plan: 'Business' },
	})) as IDataObject | IDataObject[];
	if (!Array.isArray(result)) return result;
	if (groupBy === 'timeseries') return inOrderOfTime(result);
	return isSimple.call(this, itemIndex) ? result.map(simplifyTopLink) : result;
}
