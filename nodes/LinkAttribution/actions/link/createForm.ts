import {
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { byLabel } from '../../helpers/labels';
import { readLocator } from '../../helpers/locator';
import { plainText } from '../../helpers/text';
import { domainLocator, folderLocator, partnerIdLocator } from '../common.descriptions';
import { linkBody } from './body';
import { linkProperties } from './properties';

/** What can be set on links that are made for oneself. */
export const ownFields: INodeProperties[] = [
	{
		...domainLocator,
		description:
			'Domain of the short link. The primary domain of the workspace when left out, or a default domain of the service.',
	},
	{ ...folderLocator, description: 'The folder to put the link into' },
	{
		displayName: 'Geo Targeting',
		name: 'geo',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Country' },
		placeholder: 'Add Country',
		default: {},
		description: 'Other destinations for visitors from certain countries',
		options: [
			{
				displayName: 'Country',
				name: 'countries',
				values: [
					{
						displayName: 'Country Code',
						name: 'country',
						type: 'string',
						default: '',
						placeholder: 'e.g. DE',
						description: 'Two-letter ISO 3166-1 code',
					},
					{
						displayName: 'URL',
						name: 'url',
						type: 'string',
						default: '',
						placeholder: 'e.g. https://example.com/de',
					},
				],
			},
		],
	},
	{
		displayName: 'Geo Targeting (JSON)',
		name: 'geoJson',
		type: 'json',
		default: '{}',
		placeholder: 'e.g. { "DE": "https://example.com/de" }',
		description: 'Instead of Geo Targeting: an object of country codes and URLs',
	},
	{
		...partnerIdLocator,
		description: 'The partner that the link belongs to',
	},
	{
		displayName: 'Program ID',
		name: 'programId',
		type: 'string',
		default: '',
		placeholder: 'e.g. prog_1K9BZE1K285BSTX4W6MPKXJFZ',
		description: 'The partner program that the link belongs to',
	},
	{
		displayName: 'Referral Parameter',
		name: 'ref',
		type: 'string',
		default: '',
		description: 'Value of the ref parameter in the destination URL',
	},
	{
		displayName: 'Slug',
		name: 'key',
		type: 'string',
		default: '',
		placeholder: 'e.g. summer-sale',
		description: 'The part after the domain. A random one when left out.',
	},
	{
		displayName: 'Slug Length',
		name: 'keyLength',
		type: 'number',
		typeOptions: { minValue: 3, maxValue: 190 },
		default: 7,
		description: 'Length of a random slug, from 3 to 190',
	},
	{
		displayName: 'Track Conversions',
		name: 'trackConversion',
		type: 'boolean',
		default: false,
		description: 'Whether leads and sales are counted for the link. Needs the Business plan.',
	},
	{
		displayName: 'UTM Campaign',
		name: 'utm_campaign',
		type: 'string',
		default: '',
		description: 'Written into the destination URL; up to 255 characters',
	},
	{
		displayName: 'UTM Content',
		name: 'utm_content',
		type: 'string',
		default: '',
		description: 'Written into the destination URL; up to 255 characters',
	},
	{
		displayName: 'UTM Medium',
		name: 'utm_medium',
		type: 'string',
		default: '',
		description: 'Written into the destination URL; up to 255 characters',
	},
	{
		displayName: 'UTM Source',
		name: 'utm_source',
		type: 'string',
		default: '',
		description: 'Written into the destination URL; up to 255 characters',
	},
	{
		displayName: 'UTM Term',
		name: 'utm_term',
		type: 'string',
		default: '',
		description: 'Written into the destination URL; up to 255 characters',
	},
];

/** The form of one new link. */
export const createForm: INodeProperties[] = [
	{
		displayName: 'Destination URL',
		name: 'url',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. https://example.com/landing-page',
		description: 'Where the short link leads to',
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: [...linkProperties, ...ownFields].sort(byLabel),
	},
];

/**
 * The link that the form describes, as the service takes it.
 *
 * @throws UserError naming the field that breaks a rule of the service
 */
export function linkFromForm(this: IExecuteFunctions, itemIndex: number): IDataObject {
	const url = plainText(this.getNodeParameter('url', itemIndex), 'Destination URL').trim();
	if (url === '') throw new UserError("'Destination URL' is empty.");
	if (url.length > 32_000) throw new UserError("'Destination URL' takes at most 32000 characters.");
	const fields = this.getNodeParameter('additionalFields', itemIndex);
	const body = formBody.call(this, fields);
	if (body.testVariants && !body.trackConversion) {
		throw new UserError("'A/B Test Variants' needs 'Track Conversions' to be on.");
	}
	return { url, ...body };
}

/** As `linkBody`, for the fields of a form, in which a domain, a folder and a partner are chosen from lists. */
export function formBody(this: IExecuteFunctions, fields: IDataObject): IDataObject {
	return linkBody.call(this, {
		...fields,
		domain: readLocator(fields.domain, 'Domain').text,
		folderId: readLocator(fields.folderId, 'Folder').text,
		partnerId: readLocator(fields.partnerId, 'Partner').text,
	});
}
