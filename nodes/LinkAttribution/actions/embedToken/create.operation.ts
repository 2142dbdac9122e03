import {
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { forModel, forPeople } from '../../input/model';
import { EMAIL } from '../commonFields';
import { asCollection, readFields } from '../../input/fields';
import { formOrJson } from '../../input/json';
import { partnerIdLocator } from '../../methods/locators';
import { apiObject } from '../../transport/request';
import { partnerDetails, partnerRules } from '../partner/fields';
import { tenantId } from '../commonFields';
import { newLinkPropsOf, linkPropsParameters, linkPropsRules } from '../partner/linkFields';
import type { Menu, Shape } from '../types';

export const menu: Menu = {
	name: 'Create',
	description:
		'Create a token that shows a partner its referrals dashboard inside your product; enrolls the partner when needed',
	action: 'Create embed token',
};

export const toolDescription =
	'Create a token that shows a partner their own dashboard in a web page. It is a secret; do not repeat it in a chat.';

export const output: Shape = { publicToken: 'string', expires: 'string' };

export const inOrderOf = 'email';

export const properties: INodeProperties[] = [
	{
		displayName:
			'Fill in at least one of Partner, Tenant ID, and Partner Email. The service looks for an enrolled partner by partner ID, then by tenant ID. If it finds none, it enrolls the partner with the email.',
		name: 'lookupNotice',
		type: 'notice',
		default: '',
	},
	{ ...partnerIdLocator, ...forModel('Partner ID (pn_...)'), description: 'An enrolled partner' },
	tenantId,
	{
		...EMAIL,
		displayName: 'Partner Email',
		default: '',
		description: 'Email of the partner, who is enrolled with it when no enrollment is found',
	},
	forPeople({
		displayName: 'Partner Details',
		name: 'partnerDetails',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		description: 'For a partner that is enrolled by this. Needs Partner Email.',
		options: partnerDetails,
	}),
	{
		displayName: 'Partner Details (JSON)',
		name: 'partnerDetailsJson',
		type: 'json',
		default: '{}',
		description:
			'Instead of Partner Details: an object with the service\'s own names, e.g. { "name": "Ada", "country": "DE" }',
	},
	...linkPropsParameters(
		'For the link of a partner that is enrolled by this. Needs Partner Email.',
	).map(forPeople),
];

const rules = {
	...partnerRules,
	...linkPropsRules,
	partnerDetailsJson: asCollection(partnerDetails, partnerRules),
};

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const form = readFields(context, itemIndex, properties, rules);
	const { email, partnerId, tenantId: tenant } = form;
	if (!partnerId && !tenant && !email) {
		throw new UserError(
			"'Partner', 'Tenant ID', and 'Partner Email' are empty. Fill in at least one of them.",
		);
	}
	const details = formOrJson(
		'Partner Details',
		form.partnerDetails as IDataObject,
		form.partnerDetailsJson as IDataObject,
	);
	const enrollment = { ...details, ...newLinkPropsOf(form) };
	if (!email && Object.keys(enrollment).length > 0) {
		throw new UserError(
			"'Partner Email' is required with 'Partner Details' or 'Link Properties', because they apply to a new partner",
		);
	}
	return await apiObject(context, {
		method: 'POST',
		path: '/tokens/embed/referrals',
		body: {
			partnerId,
			tenantId: tenant,
			partner: email === undefined ? undefined : { email, tenantId: tenant, ...enrollment },
		},
	});
}
