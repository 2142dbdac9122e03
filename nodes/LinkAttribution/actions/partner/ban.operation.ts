import {
	updateDisplayOptions,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { z } from 'zod/v4';
import { check } from '../../helpers/check';
import { chosenPartner } from '../../helpers/partner';
import { apiRequest } from '../../transport/request';
import { partnerLocator } from '../common.descriptions';

const properties: INodeProperties[] = [
	{
		...partnerLocator,
		required: true,
		description:
			'The partner to ban. Its links stop working and it gets an email. Lifting a ban is possible in the dashboard only.',
	},
	{
		displayName: 'Reason',
		name: 'reason',
		type: 'options',
		required: true,
		options: [
			{ name: 'Brand Abuse', value: 'brand_abuse' },
			{ name: 'Fake Traffic', value: 'fake_traffic' },
			{ name: 'Fraud', value: 'fraud' },
			{ name: 'Inappropriate Content', value: 'inappropriate_content' },
			{ name: 'Spam', value: 'spam' },
			{ name: 'Terms of Service Violation', value: 'tos_violation' },
		],
		default: 'tos_violation',
		description: 'Why the partner is banned',
	},
];

export const description = updateDisplayOptions(
	{ show: { resource: ['partner'], operation: ['ban'] } },
	properties,
);

const reason = z.enum(
	['brand_abuse', 'fake_traffic', 'fraud', 'inappropriate_content', 'spam', 'tos_violation'],
	{
		message:
			'must be one of brand_abuse, fake_traffic, fraud, inappropriate_content, spam, tos_violation',
	},
);

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const input = check(z.object({ reason }), {
		reason: this.getNodeParameter('reason', itemIndex),
	});
	return (await apiRequest.call(this, {
		method: 'POST',
		path: '/partners/ban',
		body: { ...chosenPartner.call(this, itemIndex), ...input },
		needs: { plan: 'Business', role: true },
	})) as IDataObject;
}
