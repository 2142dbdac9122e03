import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { ADDITIONAL_FIELDS } from '../../input/collections';
import { readFields } from '../../input/fields';
import { maxLength } from '../../input/rules';
import { simplify } from '../output';
import type { Menu } from '../types';
import { bountyId, submissionLocator } from './fields';
import { submissionShape } from './output';
import { review } from './review';

export const menu: Menu = {
	name: 'Reject',
	description: 'Reject a pending submission',
	action: 'Reject bounty submission',
};

export const toolDescription =
	'Reject a pending bounty submission. The partner gets no reward. Ask the user first.';

export const output = submissionShape;

export const inOrderOf = 'submissionId';

export const properties: INodeProperties[] = [
	bountyId,
	{ ...submissionLocator, description: 'The submission to reject' },
	simplify,
	{
		...ADDITIONAL_FIELDS,
		options: [
			{
				displayName: 'Rejection Note',
				...forModel('More details'),
				name: 'rejectionNote',
				type: 'string',
				typeOptions: { rows: 3 },
				default: '',
				description: 'More details about the reason. Maximum 5,000 characters.',
			},
			{
				displayName: 'Rejection Reason',
				...forModel('Why'),
				name: 'rejectionReason',
				type: 'options',
				options: [
					{ name: 'Did Not Meet Criteria', value: 'didNotMeetCriteria' },
					{ name: 'Duplicate Submission', value: 'duplicateSubmission' },
					{ name: 'Invalid Proof', value: 'invalidProof' },
					{ name: 'Other', value: 'other' },
					{ name: 'Out of Time Window', value: 'outOfTimeWindow' },
				],
				default: 'other',
				description: 'Why the submission is rejected. Leave empty to use Other.',
			},
		],
	},
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const form = readFields(context, itemIndex, properties, { rejectionNote: maxLength(5000) });
	return await review(context, form, 'reject', 'rejected');
}
