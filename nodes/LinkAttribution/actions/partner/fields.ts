import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import { check, shortText } from '../../helpers/check';
import { countryCode } from '../../helpers/country';
import { given } from '../../helpers/given';
import { toObject } from '../../helpers/json';
import { requireKnownNames } from './knownNames';

export const tenantIdField: INodeProperties = {
	displayName: 'Tenant ID',
	name: 'tenantId',
	type: 'string',
	default: '',
	placeholder: 'e.g. user_42',
	description: 'The ID of the partner in your own system; up to 255 characters',
};

/** What is stored of a partner that is new, besides email and tenant ID. */
export const partnerDetails: INodeProperties[] = [
	{
		displayName: 'Country',
		name: 'country',
		type: 'string',
		default: '',
		placeholder: 'e.g. US',
		description: 'Two-letter ISO 3166-1 code',
	},
	{
		displayName: 'Description',
		name: 'description',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		description: 'About the partner; up to 5000 characters',
	},
	{
		displayName: 'Group ID',
		name: 'groupId',
		type: 'string',
		default: '',
		placeholder: 'e.g. grp_1K9BZE1K285BSTX4W6MPKXJFZ',
		description: 'The partner group to enroll into; the default group when left out',
	},
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
		description: 'Full name, up to 100 characters; the email when left out',
	},
	{
		displayName: 'Username',
		name: 'username',
		type: 'string',
		default: '',
		description:
			'Used in the slug of the link of the partner; up to 100 letters, digits, hyphens and underscores',
	},
];

const partnerFields = z
	.object({
		email: shortText(190).pipe(z.string().email('must be an email address')),
		name: shortText(100),
		username: shortText(100).pipe(
			z.string().regex(/^[\w-]*$/, 'takes letters, digits, hyphens and underscores only'),
		),
		image: shortText(32_000),
		tenantId: shortText(255),
		groupId: shortText(255),
		description: shortText(5000),
	})
	.partial();

const LABELS = { tenantId: 'Tenant ID', image: 'Image URL' };

/**
 * The fields of a new partner that are filled in, as the service takes them.
 *
 * @param emailLabel of the parameter for the email
 * @throws UserError naming the field that breaks a rule of the service
 */
export function partnerBody(fields: IDataObject, emailLabel: string): IDataObject {
	const { country, ...texts } = given(fields);
	return {
		...check(partnerFields, texts, { ...LABELS, email: emailLabel }),
		...(country !== undefined && { country: countryCode(country, 'Country') }),
	};
}

/** The details of a partner from JSON. */
export function toPartnerDetails(value: unknown, label: string): IDataObject | undefined {
	const object = toObject(value, label);
	if (object) {
		requireKnownNames(
			object,
			partnerDetails.map(({ name }) => name),
			label,
		);
	}
	return object;
}
