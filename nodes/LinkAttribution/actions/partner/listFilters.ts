import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import { check, shortText, sortOrder } from '../../helpers/check';
import { countryCode } from '../../helpers/country';
import { given } from '../../helpers/given';
import { multiValue } from '../../helpers/multiValue';

const STATUSES = [
	...(['approved', 'archived', 'banned', 'deactivated'] as const),
	...(['declined', 'invited', 'pending', 'rejected'] as const),
] as const;

const SORTS = [
	...(['averageLifetimeValue', 'clickToConversionRate', 'clickToLeadRate', 'createdAt'] as const),
	...(['earningsPerClick', 'leadToConversionRate', 'netRevenue', 'returnOnAdSpend'] as const),
	...(['totalClicks', 'totalCommissions', 'totalConversions', 'totalLeads'] as const),
	'totalSaleAmount',
] as const;

export const listParameters: INodeProperties[] = [
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: [
			{
				displayName: 'Country',
				name: 'country',
				type: 'string',
				default: '',
				placeholder: 'e.g. US, DE',
				description:
					'Two-letter ISO 3166-1 codes, comma-separated; -US,DE lists the partners from elsewhere',
			},
			{
				displayName: 'Email',
				name: 'email',
				type: 'string',
				default: '',
				placeholder: 'e.g. name@email.com',
				description: 'Only the partner with this email',
			},
			{
				displayName: 'Group ID',
				name: 'groupId',
				type: 'string',
				default: '',
				placeholder: 'e.g. grp_1K9BZE1K285BSTX4W6MPKXJFZ',
				description:
					'Partner groups, comma-separated; with a minus sign in front of the first, the partners of all other groups',
			},
			{
				displayName: 'Search',
				name: 'search',
				type: 'string',
				default: '',
				description: 'Only partners with this text in their ID, email, name or company',
			},
			{
				displayName: 'Status',
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
					'Only partners with this status; when left out those of every status, also banned ones',
			},
			{
				displayName: 'Tenant ID',
				name: 'tenantId',
				type: 'string',
				default: '',
				placeholder: 'e.g. user_42',
				description: 'Only the partner with this ID in your own system',
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
				displayName: 'Sort By',
				name: 'sortBy',
				type: 'options',
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
				description: 'The field to sort by',
			},
			{
				displayName: 'Sort Order',
				name: 'sortOrder',
				type: 'options',
				options: [
					{ name: 'Ascending', value: 'asc' },
					{ name: 'Descending', value: 'desc' },
				],
				default: 'desc',
				description: 'Whether the lowest or the highest values come first',
			},
		],
	},
];

const listFields = z
	.object({
		email: shortText(190).pipe(z.string().email('must be an email address')),
		search: shortText(1000),
		tenantId: shortText(255),
		status: z.enum(STATUSES, { message: `must be one of ${STATUSES.join(', ')}` }),
		sortBy: z.enum(SORTS, { message: `must be one of ${SORTS.join(', ')}` }),
		sortOrder,
	})
	.partial();

/** @throws UserError naming the filter or option that breaks a rule of the service */
export function listQuery(this: IExecuteFunctions, itemIndex: number): IDataObject {
	const { country, groupId, ...filters } = given(this.getNodeParameter('filters', itemIndex));
	const options = given(this.getNodeParameter('options', itemIndex));
	return {
		...check(listFields, { ...filters, ...options }),
		country: multiValue(country, 'Country', (code) => countryCode(code, 'Country')),
		groupId: multiValue(groupId, 'Group ID'),
	};
}
