import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import { check, shortText } from '../../helpers/check';
import { isSimple } from '../../helpers/flags';
import { given } from '../../helpers/given';
import { apiRequest } from '../../transport/request';
import { simplify } from '../output';
import { bountyId, submissionLocator, submissionPath } from './ids';
import { simplifySubmission } from './output';

export const properties: INodeProperties[] = [
	bountyId,
	submissionLocator,
	simplify,
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: [
			{
				displayName: 'Rejection Note',
				name: 'rejectionNote',
				type: 'string',
				typeOptions: { rows: 3 },
				default: '',
				description: 'More details about the reason; up to 5000 characters',
			},
			{
				displayName: 'Rejection Reason',
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
				description: 'Why the submission is rejected; Other when left out',
			},
		],
	},
];

const fields = z
	.object({
		rejectionNote: shortText(5000),
		rejectionReason: z.enum(
			['didNotMeetCriteria', 'duplicateSubmission', 'invalidProof', 'other', 'outOfTimeWindow'],
			{
				message:
					'must be one of didNotMeetCriteria, duplicateSubmission, invalidProof, other, outOfTimeWindow',
			},
		),
	})
	.partial();

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const additional = given(this.getNodeParameter('additionalFields', itemIndex));
	const simple = isSimple.call(this, itemIndex);
	const submission = (await apiRequest.call(this, {
		method: 'POST',
		path: `${submissionPath.call(this, itemIndex)}/reject`,
		body: check(fields, additional),
		needs: { plan: 'Business', role: true },
	})) as IDataObject;
	return simple ? simplifySubmission(submission) : submission;
}
