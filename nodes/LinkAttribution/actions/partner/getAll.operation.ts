import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { FILTERS } from '../../input/collections';
import { EMAIL, SEARCH } from '../commonFields';
import { readFields } from '../../input/fields';
import { filterList } from '../../input/lists';
import { countryField, severalFrom } from '../../methods/menus';
import { countryCode, email, maxLength } from '../../input/rules';
import { getMany, listOutput, simplify, sortOptions } from '../output';
import type { Result, Menu } from '../types';
import { groupId, tenantId } from '../commonFields';
import { simplifyPartner, partnerShape } from './output';

export const menu: Menu = {
	name: 'Get Many',
	description: 'Retrieve a list of partners of every status, with their totals',
	action: 'Get many partners',
};

export const toolDescription =
	'List or search partners of every status, with clicks, leads, sales, and commissions. Sorted by sale amount unless you choose otherwise.';

export const output = partnerShape;

export const properties: INodeProperties[] = [
	...listOutput,
	simplify,
	{
		...FILTERS,
		options: [
			severalFrom('getCountries', {
				...countryField,
				description:
					'Only partners from any of these countries. To exclude countries, use an expression that gives text such as -US,DE.',
			}),
			{ ...EMAIL, description: 'Only the partner with this email' },
			{
				...groupId,
				description: 'Partner groups, comma-separated. To exclude them, start with a minus sign.',
			},
			{
				...SEARCH,
				description: 'Only partners with this text in their ID, email, name, or company',
			},
			{
				displayName: 'Status',
				...forModel('Only with this status'),
				name: 'status',
				type: 'options',
				options: [
					{ name: 'Approved', value: 'approved' },
					{ name: 'Archived', value: 'archived' },
					{ name: 'Banned', value: 'banned' },
					{ name: 'Deactivated', value: 'deactivated' },
					{ name: 'Declined', value: 'declined' },
					{ name: 'Invited', value: 'invited' },
					{ name: 'Pending', value: 'pending' },
					{ name: 'Rejected', value: 'rejected' },
				],
				default: 'approved',
				description:
					'Only partners with this status. Leave empty to include every status, also banned partners.',
			},
			{ ...tenantId, description: 'Only the partner with this ID in your own system' },
		],
	},
	sortOptions({
		...forModel('Highest first by this, e.g. totalClicks', 'totalSaleAmount'),
		options: [
			{ name: 'Average Lifetime Value', value: 'averageLifetimeValue' },
			{ name: 'Click to Conversion Rate', value: 'clickToConversionRate' },
			{ name: 'Click to Lead Rate', value: 'clickToLeadRate' },
			{ name: 'Clicks', value: 'totalClicks' },
			{ name: 'Commissions', value: 'totalCommissions' },
			{ name: 'Conversions', value: 'totalConversions' },
			{ name: 'Earnings per Click', value: 'earningsPerClick' },
			{ name: 'Enrollment Date', value: 'createdAt' },
			{ name: 'Lead to Conversion Rate', value: 'leadToConversionRate' },
			{ name: 'Leads', value: 'totalLeads' },
			{ name: 'Net Revenue', value: 'netRevenue' },
			{ name: 'Return on Ad Spend', value: 'returnOnAdSpend' },
			{ name: 'Sale Amount', value: 'totalSaleAmount' },
		],
		default: 'totalSaleAmount',
	}),
];

const rules = {
	country: filterList(countryCode),
	email: email(190),
	groupId: filterList(),
	search: maxLength(1000),
	tenantId: maxLength(255),
};

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<Result> {
	const form = readFields(context, itemIndex, properties, rules);
	return await getMany(context, form, {
		path: '/partners',
		query: { ...form.filters, ...form.options },
		simplify: simplifyPartner,
	});
}
