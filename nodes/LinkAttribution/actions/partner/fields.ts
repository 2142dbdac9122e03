import type { INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { partnerLocator } from '../../methods/locators';
import { readLocator } from '../../input/locators';
import { countryMenu } from '../../methods/menus';
import { countryCode, email, maxLength, pattern } from '../../input/rules';
import { groupId } from '../commonFields';
import type { Rule, Rules } from '../../input/types';

/** For operations on one partner, with the rule `partnerKey`. */
export const partnerField: INodeProperties = {
	...partnerLocator,
	required: true,
	...forModel('Partner ID (pn_...)'),
};

/** `{ partnerId }` or `{ tenantId }`, as requests name a partner. */
export const partnerKey: Rule = (raw, { label }) => {
	const { mode, text } = readLocator(raw, label);
	if (text === '') return undefined;
	return mode === 'tenantId' ? { tenantId: text } : { partnerId: text };
};

/** What the service stores about a new partner, besides email and tenant ID. */
export const partnerDetails: INodeProperties[] = [
	countryMenu('Where the partner is'),
	{
		displayName: 'Description',
		name: 'description',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		description: 'About the partner. Maximum 5,000 characters.',
	},
	groupId,
	{
		displayName: 'Image URL',
		name: 'image',
		type: 'string',
		default: '',
		description: 'Picture of the partner',
	},
	{
		displayName: 'Name',
		...forModel('Full name'),
		name: 'name',
		type: 'string',
		default: '',
		description: 'Full name. Maximum 100 characters. Leave empty to use the email.',
	},
	{
		displayName: 'Username',
		name: 'username',
		type: 'string',
		default: '',
		description:
			"Used in the slug of the partner's link. Maximum 100 characters, without spaces. Must not start with an underscore.",
	},
];

/** For the fields of a partner. */
export const partnerRules: Rules = {
	country: countryCode,
	description: maxLength(5000),
	email: email(190),
	groupId: maxLength(255),
	name: maxLength(100),
	tenantId: maxLength(255),
	username: pattern(
		/^(?!_)[\w\-/.\u{a1}-\u{10ffff}]*$/u,
		'can contain only letters, digits, hyphens, underscores, dots, and slashes, and must not start with an underscore',
		100,
	),
};
