import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { IN_US_CENTS } from '../../input/amounts';
import { ADDITIONAL_FIELDS } from '../../input/collections';
import { readFields } from '../../input/fields';
import { simplify } from '../output';
import type { Menu } from '../types';
import { bountyId, submissionLocator } from './fields';
import { submissionShape } from './output';
import { review } from './review';

export const menu: Menu = {
	name: 'Approve',
	description:
		'Approve a pending or rejected submission. The partner gets the reward as a commission shortly after.',
	action: 'Approve bounty submission',
};

export const toolDescription =
	"Approve a partner's bounty submission. The partner then earns the reward, which cannot be undone here. Ask the user first.";

export const output = submissionShape;

export const inOrderOf = 'submissionId';

export const properties: INodeProperties[] = [
	bountyId,
	{
		...submissionLocator,
		description:
			'The submission to approve. The list does not show rejected submissions. Use By ID to approve one.',
	},
	simplify,
	{
		...ADDITIONAL_FIELDS,
		options: [
			{
				displayName: 'Reward Amount (in Cents)',
				...forModel('In US cents, if the bounty has no fixed reward'),
				name: 'rewardAmount',
				...IN_US_CENTS,
				typeOptions: { minValue: 1 },
				description:
					'What the partner gets, in cents, for a bounty without a fixed reward, which requires it. For others, the service ignores it.',
			},
		],
	},
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const form = readFields(context, itemIndex, properties);
	return await review(context, form, 'approve', 'approved');
}
