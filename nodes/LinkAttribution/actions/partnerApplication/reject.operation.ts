import {
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { forModel } from '../../input/model';
import { ADDITIONAL_FIELDS } from '../../input/collections';
import { readFields } from '../../input/fields';
import { maxLength } from '../../input/rules';
import type { Menu } from '../types';
import { applicantField, applicantId } from './fields';
import type { PartnerKey } from '../partner/findPartner';
import { moderate, moderationShape } from '../partner/moderate';

export const menu: Menu = {
	name: 'Reject',
	description: 'Reject a pending application and notify the partner by email',
	action: 'Reject partner application',
};

export const toolDescription =
	'Reject an applicant, who is told by email and can apply again after 30 days. Ask the user first.';

export const output = moderationShape;

export const inOrderOf = 'partnerId';

export const properties: INodeProperties[] = [
	{ ...applicantField, description: 'The partner whose pending application to reject' },
	{
		...ADDITIONAL_FIELDS,
		options: [
			{
				displayName: 'Flag for Fraud',
				name: 'flagForFraud',
				type: 'boolean',
				default: true,
				description:
					'Whether to flag the partner for fraud review. Requires Fraud Reason, and a Reapplication Timeframe other than Instant.',
			},
			{
				displayName: 'Fraud Reason',
				name: 'flagForFraudReason',
				type: 'string',
				typeOptions: { rows: 3 },
				default: '',
				description:
					'Why the partner is flagged, for your fraud review. Required with Flag for Fraud. Maximum 2,000 characters.',
			},
			{
				displayName: 'Reapplication Timeframe',
				name: 'reapplicationTimeframe',
				type: 'options',
				options: [
					{
						name: 'Instant',
						value: 'instant',
						description: 'The partner can apply again immediately',
					},
					{ name: 'Never', value: 'never', description: 'The partner cannot apply again' },
					{
						name: 'Standard',
						value: 'standard',
						description: 'The partner can apply again after 30 days',
					},
				],
				default: 'standard',
				description: 'When the partner can apply again',
			},
			{
				displayName: 'Rejection Note',
				...forModel('Sent to the applicant'),
				name: 'rejectionNote',
				type: 'string',
				typeOptions: { rows: 3 },
				default: '',
				description: 'More details, included in the email to the partner. Maximum 500 characters.',
			},
			{
				displayName: 'Rejection Reason',
				...forModel('Why'),
				name: 'rejectionReason',
				type: 'options',
				options: [
					{ name: 'Does Not Meet Requirements', value: 'doesNotMeetRequirements' },
					{ name: 'Needs More Detail', value: 'needsMoreDetail' },
					{ name: 'Not the Right Fit', value: 'notTheRightFit' },
					{ name: 'Other', value: 'other' },
				],
				default: 'other',
				description: 'Why the application is rejected, included in the email to the partner',
			},
		],
	},
];

const REAPPLICATION: Record<string, string> = {
	instant: 'immediately',
	standard: 'after 30 days',
	never: 'at no time',
};

const rules = {
	partnerId: applicantId,
	flagForFraudReason: maxLength(2000),
	rejectionNote: maxLength(500),
};

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const form = readFields(context, itemIndex, properties, rules);
	const {
		flagForFraud,
		flagForFraudReason,
		reapplicationTimeframe = 'standard',
	} = form.additionalFields;
	if (flagForFraud && !flagForFraudReason) {
		throw new UserError("'Fraud Reason' is required when 'Flag for Fraud' is on");
	}
	if (flagForFraud && reapplicationTimeframe === 'instant') {
		throw new UserError(
			"'Reapplication Timeframe' cannot be Instant when 'Flag for Fraud' is on. Choose Standard or Never.",
		);
	}
	const { partnerId } = form;
	return await moderate(context, { partnerId } as PartnerKey, {
		path: '/partners/applications/reject',
		body: { partnerId, ...form.additionalFields },
		status: 'rejected',
		effectOf: () =>
			`The partner is notified by email and can apply again ${REAPPLICATION[String(reapplicationTimeframe)]}.`,
	});
}
