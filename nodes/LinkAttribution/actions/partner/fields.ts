import type { INodeProperties } from 'n8n-workflow';
import { partnerLocator, readLocator } from '../../input/locators';
import { countryMenu } from '../../input/loadOptions';
import { countryCode, email, maxLength, pattern } from '../../input/rules';
import type { Rule, Rules } from '../../input/types';

/** For operations on one partner, with the rule `partnerKey`. */
export const partnerField: INodeProperties = { ...partnerLocator, required: true };

/** `{ partnerId }` or `{ tenantId }`, as requests name a partner. */
export const partnerKey: Rule = (raw, { label }) => {
	const { mode, text } = readLocator(raw, label);
	if (text === '') return undefined;
	return mode === 'tenantId' ? { tenantId: text } : { partnerId: text };
};

export const tenantId: INodeProperties = {
	displayName: 'Tenant ID',
	name: 'tenantId',
	type: 'string',
	default: '',
	placeholder: 'e.g. user_42',
	description: 'The ID of the partner in your own system. Maximum 255 characters.',
};

export const groupId: INodeProperties = {
	displayName: 'Group ID',
	name: 'groupId',
	type: 'string',
	default: '',
	placeholder: 'e.g. grp_1K9BZE1K285BSTX4W6MPKXJFZ',
	description: 'The partner group to enroll into. Leave empty to use the default group.',
};

/** For several groups. */
export const groupFilter: INodeProperties = {
	...groupId,
	description: 'Partner groups, comma-separated',
};

/** For several tags. */
export const partnerTagFilter: INodeProperties = {
	displayName: 'Partner Tag ID',
	name: 'partnerTagId',
	type: 'string',
	default: '',
	placeholder: 'e.g. ptag_1K9BZE1K285BSTX4W6MPKXJFZ',
	description: 'Tags of partners, comma-separated',
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
