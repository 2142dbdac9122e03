import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import { check, shortText, sortOrder } from '../../helpers/check';
import { isSimple } from '../../helpers/flags';
import { given } from '../../helpers/given';
import { mostItems } from '../../helpers/limit';
import { readLocator } from '../../input/locators';
import { collect, numberedPages } from '../../transport/pages';
import { partnerIdLocator } from '../../input/locators';
import { returnAllOrLimit, simplify } from '../output';
import { bountyId, submissionsPath } from './ids';
import { simplifySubmission } from './output';

const MAX_PAGE_SIZE = 100;

export const properties: INodeProperties[] = [
	bountyId,
	...returnAllOrLimit,
	simplify,
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		description: 'Without Status the service leaves out rejected submissions',
		options: [
			{
				displayName: 'Group ID',
				name: 'groupId',
				type: 'string',
				default: '',
				placeholder: 'e.g. grp_1K9BZE1K285BSTX4W6MPKXJFZ',
				description: 'Only submissions of partners of this group',
			},
			{ ...partnerIdLocator, description: 'Only submissions of this partner' },
			{
				displayName: 'Status',
				name: 'status',
				type: 'options',
				options: [
					{ name: 'Approved', value: 'approved' },
					{ name: 'Draft', value: 'draft', description: 'Not handed in yet' },
					{ name: 'Rejected', value: 'rejected' },
					{ name: 'Submitted', value: 'submitted', description: 'Waits for a decision' },
				],
				default: 'submitted',
				description: 'Only submissions in this state; all but rejected ones when left out',
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
					{ name: 'Completed At', value: 'completedAt' },
					{ name: 'Performance Count', value: 'performanceCount' },
					{ name: 'Social Metric Count', value: 'socialMetricCount' },
				],
				default: 'completedAt',
				description: 'The field to sort by',
			},
			{
				displayName: 'Sort Order',
				name: 'sortOrder',
				type: 'options',
				options: [
					{ name: 'Ascending', value: 'asc', description: 'Oldest or smallest first' },
					{ name: 'Descending', value: 'desc', description: 'Newest or largest first' },
				],
				default: 'asc',
				description: 'Which submissions come first; ascending when left out',
			},
		],
	},
];

const fields = z
	.object({
		groupId: shortText(255),
		partnerId: shortText(255),
		status: z.enum(['approved', 'draft', 'rejected', 'submitted'], {
			message: 'must be one of approved, draft, rejected, submitted',
		}),
		sortBy: z.enum(['completedAt', 'performanceCount', 'socialMetricCount'], {
			message: 'must be completedAt, performanceCount or socialMetricCount',
		}),
		sortOrder,
	})
	.partial();

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject[]> {
	const most = mostItems.call(this, itemIndex);
	const filters = this.getNodeParameter('filters', itemIndex);
	const options = this.getNodeParameter('options', itemIndex);
	const partnerId = readLocator(filters.partnerId, 'Partner').text;
	const request = {
		path: submissionsPath.call(this, itemIndex),
		query: check(fields, given({ ...filters, partnerId, ...options })),
		needs: { plan: 'Business' as const },
	};
	const simple = isSimple.call(this, itemIndex);
	return await collect(
		numberedPages.call(this, request, most, MAX_PAGE_SIZE),
		most,
		simple ? simplifySubmission : undefined,
	);
}
