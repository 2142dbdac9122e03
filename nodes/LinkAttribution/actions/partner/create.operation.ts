import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { ADDITIONAL_FIELDS } from '../../input/collections';
import { EMAIL } from '../commonFields';
import { readFields } from '../../input/fields';
import { byLabel } from '../../input/labels';
import { hint } from '../../input/hints';
import { apiObject } from '../../transport/request';
import { simplify } from '../output';
import { partnerDetails, partnerRules } from './fields';
import { tenantId } from '../commonFields';
import type { Menu } from '../types';
import { newLinkPropsOf, linkPropsParameters, linkPropsRules } from './linkFields';
import { simplifyPartner, partnerShape } from './output';

export const menu: Menu = {
	name: 'Create',
	description:
		'Enroll a partner by email and create their link, or return the partner if already enrolled',
	action: 'Create partner',
};

export const toolDescription =
	'Enroll a partner by email, without an application, and create their link. Returns a partner who exists unchanged.';

export const output = partnerShape;

export const inOrderOf = 'email';

export const properties: INodeProperties[] = [
	{
		...EMAIL,
		...forModel('Email'),
		required: true,
		description:
			'The partner is enrolled with this email, without an application. A partner who is already enrolled is returned unchanged, whatever their status, except that a new Tenant ID replaces the old one.',
	},
	simplify,
	{
		...ADDITIONAL_FIELDS,
		options: [
			...partnerDetails,
			{
				...tenantId,
				description:
					'The ID of the partner in your own system. Maximum 255 characters. Must not belong to another partner.',
			},
		].sort(byLabel),
	},
	...linkPropsParameters('Settings of the link that a new partner gets'),
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const rules = { ...partnerRules, ...linkPropsRules };
	const form = readFields(context, itemIndex, properties, rules);
	const partner = await apiObject(context, {
		method: 'POST',
		path: '/partners',
		body: { ...form.additionalFields, email: form.email, ...newLinkPropsOf(form) },
	});
	if (Date.parse(String(partner.createdAt)) < Date.now() - CLOCK_SKEW_MS) {
		hint(
			context,
			'Partners who were enrolled before are returned as they are: the service changes nothing but the tenant ID.',
		);
	}
	return form.simple ? simplifyPartner(partner) : partner;
}

/** Difference of the clocks of n8n and the service, at most. */
const CLOCK_SKEW_MS = 60_000;
