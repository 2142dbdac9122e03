import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import { check, flag, shortText } from '../../helpers/check';
import { given } from '../../helpers/given';
import { apiRequest } from '../../transport/request';
import { applicantLocator } from '../../input/locators';
import { chosenApplicant } from './applicant';

export const properties: INodeProperties[] = [
	{
		...applicantLocator,
		required: true,
		description: 'The partner whose pending application is rejected',
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: [
			{
				displayName: 'Flag for Fraud',
				name: 'flagForFraud',
				type: 'boolean',
				default: false,
				description:
					'Whether to flag the partner for fraud review. Needs a Fraud Reason; cannot be combined with reapplying instantly.',
			},
			{
				displayName: 'Fraud Reason',
				name: 'flagForFraudReason',
				type: 'string',
				typeOptions: { rows: 3 },
				default: '',
				description:
					'Why the partner is flagged, for the people who review fraud. Required with Flag for Fraud; up to 2000 characters.',
			},
			{
				displayName: 'Reapplication Timeframe',
				name: 'reapplicationTimeframe',
				type: 'options',
				options: [
					{ name: 'Instant', value: 'instant', description: 'The partner may apply again at once' },
					{ name: 'Never', value: 'never', description: 'The partner may not apply again' },
					{
						name: 'Standard',
						value: 'standard',
						description: 'The partner may apply again after 30 days',
					},
				],
				default: 'standard',
				description: 'When the partner may apply again',
			},
			{
				displayName: 'Rejection Note',
				name: 'rejectionNote',
				type: 'string',
				typeOptions: { rows: 3 },
				default: '',
				description: 'More details, shared with the partner by email; up to 500 characters',
			},
			{
				displayName: 'Rejection Reason',
				name: 'rejectionReason',
				type: 'options',
				options: [
					{ name: 'Does Not Meet Requirements', value: 'doesNotMeetRequirements' },
					{ name: 'Needs More Detail', value: 'needsMoreDetail' },
					{ name: 'Not the Right Fit', value: 'notTheRightFit' },
					{ name: 'Other', value: 'other' },
				],
				default: 'other',
				description: 'Shared with the partner by email',
			},
		],
	},
];

const rejection = z
	.object({
		rejectionReason: z
			.enum(['doesNotMeetRequirements', 'needsMoreDetail', 'notTheRightFit', 'other'], {
				message: 'must be one of doesNotMeetRequirements, needsMoreDetail, notTheRightFit, other',
			})
			.optional(),
		rejectionNote: shortText(500).optional(),
		reapplicationTimeframe: z
			.enum(['instant', 'never', 'standard'], { message: 'must be instant, standard or never' })
			.optional(),
		flagForFraud: flag.optional(),
		flagForFraudReason: shortText(2000).optional(),
	})
	.superRefine((input, context) => {
		const refuse = (field: string, message: string) =>
			context.addIssue({ code: 'custom', path: [field], message });
		if (!input.flagForFraud) return;
		if (!input.flagForFraudReason) {
			refuse('flagForFraudReason', "is required when 'Flag for Fraud' is on.");
		}
		if (input.reapplicationTimeframe === 'instant') {
			refuse(
				'reapplicationTimeframe',
				"cannot be Instant when 'Flag for Fraud' is on. Choose Standard or Never.",
			);
		}
	});

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const fields = check(rejection, given(this.getNodeParameter('additionalFields', itemIndex)), {
		flagForFraudReason: 'Fraud Reason',
		flagForFraud: 'Flag for Fraud',
	});
	return (await apiRequest.call(this, {
		method: 'POST',
		path: '/partners/applications/reject',
		body: { partnerId: chosenApplicant.call(this, itemIndex), ...fields },
		needs: { plan: 'Business', role: true },
	})) as IDataObject;
}
