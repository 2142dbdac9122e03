import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { FILTERS } from '../../input/collections';
import { readFields } from '../../input/fields';
import { partnerIdLocator } from '../../methods/locators';
import { maxLength } from '../../input/rules';
import { getMany, listOutput, simplify, sortOptions } from '../output';
import { groupId } from '../commonFields';
import type { Result, Menu } from '../types';
import { bountyId, submissionsPath } from './fields';
import { simplifySubmission, submissionShape } from './output';

export const menu: Menu = {
	name: 'Get Many',
	description: 'Retrieve a list of submissions for a bounty, oldest first',
	action: 'Get many bounty submissions',
};

export const toolDescription =
	'List the submissions for one bounty. Needs the bounty ID; the service cannot list bounties.';

export const output = submissionShape;

export const properties: INodeProperties[] = [
	bountyId,
	...listOutput,
	simplify,
	{
		...FILTERS,
		description: 'Rejected submissions are included only if you filter by that status',
		options: [
			{ ...groupId, description: 'Only submissions of partners in this group' },
			{ ...partnerIdLocator, description: 'Only submissions of this partner' },
			{
				displayName: 'Status',
				...forModel('Empty for all but rejected'),
				name: 'status',
				type: 'options',
				options: [
					{ name: 'Approved', value: 'approved' },
					{ name: 'Draft', value: 'draft', description: 'Not submitted yet' },
					{ name: 'Rejected', value: 'rejected' },
					{ name: 'Submitted', value: 'submitted', description: 'Waiting for a decision' },
				],
				default: 'submitted',
				description:
					'Only submissions with this status. Leave empty to include every status except Rejected.',
			},
		],
	},
	sortOptions(
		{
			options: [
				{ name: 'Completed At', value: 'completedAt' },
				{ name: 'Performance Count', value: 'performanceCount' },
				{ name: 'Social Metric Count', value: 'socialMetricCount' },
			],
			default: 'completedAt',
		},
		'asc',
	),
];

const rules = { groupId: maxLength(255), partnerId: maxLength(255) };

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<Result> {
	const form = readFields(context, itemIndex, properties, rules);
	return await getMany(context, form, {
		path: submissionsPath(form),
		query: { ...form.filters, ...form.options },
		simplify: simplifySubmission,
	});
}
