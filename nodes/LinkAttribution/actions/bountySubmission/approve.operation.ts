import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import { check } from '../../helpers/check';
import { isSimple } from '../../helpers/flags';
import { given } from '../../helpers/given';
import { wholeNumber } from '../../helpers/number';
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
				displayName: 'Reward Amount',
				name: 'rewardAmount',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 0,
				description:
					'What the partner gets, in cents. Required for a bounty without a reward of its own.',
			},
		],
	},
];

const fields = z.object({ rewardAmount: wholeNumber(1).optional() });

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const additional = given(this.getNodeParameter('additionalFields', itemIndex));
	const simple = isSimple.call(this, itemIndex);
	const submission = (await apiRequest.call(this, {
		method: 'POST',
		path: `${submissionPath.call(this, itemIndex)}/approve`,
		body: check(fields, additional),
		needs: { plan: 'Business', role: true },
	})) as IDataObject;
	return simple ? simplifySubmission(submission) : submission;
}
