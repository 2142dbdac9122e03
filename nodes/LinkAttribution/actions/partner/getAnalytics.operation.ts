import {
	updateDisplayOptions,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { z } from 'zod';
import { check, shortText } from '../../helpers/check';
import { given } from '../../helpers/given';
import { chosenPartner } from '../../helpers/partner';
import { apiRequest } from '../../transport/request';
import { partnerLocator, simplify } from '../common.descriptions';
import { checkTimezone, chosenPeriod, periodParameters } from '../event/period';
import { simplifyTopLink } from './simplify';

const properties: INodeProperties[] = [
	{ ...partnerLocator, required: true, description: 'The partner whose results are counted' },
	{
		displayName: 'Group By',
		name: 'groupBy',
		type: 'options',
		options: [
			{ name: 'Count', value: 'count', description: 'One item with the totals' },
			{
				name: 'Time Series',
				value: 'timeseries',
				description: 'One item per hour, day or month of the period, in the order of time',
			},
			{
				name: 'Top Links',
				value: 'top_links',
				description: 'One item per link, most clicks first',
			},
		],
		default: 'count',
		description:
			'What the counters are for: clicks, leads, sales, saleAmount and earnings, both amounts in cents',
	},
	{ ...simplify, displayOptions: { show: { groupBy: ['top_links'] } } },
	...periodParameters({
		interval: 'When it happened',
		start: 'The first day of the period; the service counts whole days of Time Zone',
		end: 'The last day of the period, which counts as a whole; today when left out',
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
	{
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
					'IANA name of the time zone in which days begin; that of the workflow when left out',
			},
		],
	},
];

export const description = updateDisplayOptions(
	{ show: { resource: ['partner'], operation: ['getAnalytics'] } },
	properties,
);

const GROUPS = ['count', 'timeseries', 'top_links'] as const;

const analyticsFields = z.object({
	groupBy: z.enum(GROUPS, { message: `must be one of ${GROUPS.join(', ')}` }),
	query: shortText(10_000).optional(),
});

export async function execute(
	this: IExecuteFunctions,
	itemIndex: number,
): Promise<IDataObject | IDataObject[]> {
	const groupBy = this.getNodeParameter('groupBy', itemIndex);
	const filters = given(this.getNodeParameter('filters', itemIndex));
	const query = check(analyticsFields, { ...filters, groupBy }, { query: 'Metadata' });
	const options = given(this.getNodeParameter('options', itemIndex));
	const timezone = String(options.timezone ?? this.getTimezone());
	checkTimezone(timezone);
	const result = (await apiRequest.call(this, {
		method: 'GET',
		path: '/partners/analytics',
		query: {
			...chosenPartner.call(this, itemIndex),
			...query,
			...chosenPeriod.call(this, itemIndex, timezone).query,
			timezone,
		},
		needs: { plan: 'Business' },
	})) as IDataObject | IDataObject[];
	if (!Array.isArray(result)) return result;
	if (groupBy === 'timeseries') return result.sort((a, b) => startOf(a) - startOf(b));
	return this.getNodeParameter('simple', itemIndex, true) ? result.map(simplifyTopLink) : result;
}

function startOf({ start }: IDataObject): number {
	return new Date(String(start)).getTime();
}
