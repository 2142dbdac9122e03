import {
	updateDisplayOptions,
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { z } from 'zod';
import { check, shortText } from '../../helpers/check';
import { countryCode } from '../../helpers/country';
import { given } from '../../helpers/given';
import { readLocator } from '../../helpers/locator';
import { apiRequest } from '../../transport/request';
import { partnerIdLocator } from '../common.descriptions';
import { linkBody, linkProperties } from '../link/fields';

const properties: INodeProperties[] = [
	{
		displayName:
			'Fill in at least one of Partner, Tenant ID and Partner Email. The service looks for an enrolled partner by partner ID, then by tenant ID; when there is none, it enrolls the partner with the email.',
		name: 'lookupNotice',
		type: 'notice',
		default: '',
	},
	{ ...partnerIdLocator, description: 'An enrolled partner' },
	{
		displayName: 'Tenant ID',
		name: 'tenantId',
		type: 'string',
		default: '',
		placeholder: 'e.g. user_42',
		description: 'The ID of the partner in your own system',
	},
	{
		displayName: 'Partner Email',
		name: 'email',
		type: 'string',
		default: '',
		placeholder: 'e.g. name@email.com',
		description: 'Email of the partner, who is enrolled with it when no enrollment is found',
	},
	{
		displayName: 'Partner Details',
		name: 'partnerDetails',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		description: 'For a partner that is enrolled by this. Needs Partner Email.',
		options: [
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
				description: 'Full name; the email when left out',
			},
			{
				displayName: 'Username',
				name: 'username',
				type: 'string',
				default: '',
				description:
					'Used in the slug of the link of the partner; letters, digits, hyphens and underscores',
			},
		],
	},
	{
		displayName: 'Link Properties',
		name: 'linkProps',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		description: 'For the link of a partner that is enrolled by this. Needs Partner Email.',
		options: linkProperties,
	},
];

export const description = updateDisplayOptions(
	{ show: { resource: ['embedToken'], operation: ['create'] } },
	properties,
);

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

const LABELS = { email: 'Partner Email', tenantId: 'Tenant ID', image: 'Image URL' };

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const partnerId = readLocator(this.getNodeParameter('partnerId', itemIndex)).text;
	const { country, ...partnerDetails } = given(
		this.getNodeParameter('partnerDetails', itemIndex) as IDataObject,
	);
	const { email, tenantId, ...details } = check(
		partnerFields,
		given({
			...partnerDetails,
			email: this.getNodeParameter('email', itemIndex) as string,
			tenantId: this.getNodeParameter('tenantId', itemIndex) as string,
		}),
		LABELS,
	);
	const linkProps = linkBody.call(
		this,
		this.getNodeParameter('linkProps', itemIndex) as IDataObject,
	);
	if (!partnerId && !tenantId && !email) {
		throw new UserError(
			"Fill in at least one of 'Partner', 'Tenant ID' and 'Partner Email', so that the partner can be found.",
		);
	}
	const enrollment = given({
		...details,
		...(country && { country: countryCode(country, 'Country') }),
		...(Object.keys(linkProps).length > 0 && { linkProps }),
	});
	if (!email && Object.keys(enrollment).length > 0) {
		throw new UserError(
			"'Partner Email' is required with 'Partner Details' or 'Link Properties', which are for a partner that is enrolled by this.",
		);
	}
	return (await apiRequest.call(this, {
		method: 'POST',
		path: '/tokens/embed/referrals',
		body: given({
			partnerId,
			tenantId,
			...(email && { partner: given({ email, tenantId, ...enrollment }) }),
		}),
		needs: { plan: 'Advanced', scope: 'links.write' },
	})) as IDataObject;
}
