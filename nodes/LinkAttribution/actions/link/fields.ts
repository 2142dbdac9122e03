import { UserError, type IDataObject, type INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { ADDITIONAL_FIELDS, FILTERS } from '../../input/collections';
import { EXTERNAL_ID, PROGRAM_ID, SEARCH } from '../commonFields';
import { readCollection } from '../../input/fields';
import { decimal } from '../../input/values';
import { toArray, toObject } from '../../input/json';
import { byLabel } from '../../input/labels';
import { list } from '../../input/lists';
import {
	domainLocator,
	folderLocator,
	linkLocator,
	partnerIdLocator,
} from '../../methods/locators';
import { countryMenu, severalFrom } from '../../methods/menus';
import { countryCode, domainName, maxLength, pattern } from '../../input/rules';
import { isBlank } from '../../input/text';
import type { Rule, Rules } from '../../input/types';
import { tenantId } from '../commonFields';

/** For operations on several links. */
export const linkIdsField: INodeProperties = {
	displayName: 'Link IDs',
	name: 'linkIds',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. link_1, link_2',
	...forModel('Link IDs, comma-separated'),
};

/** For operations on one link. */
export const linkField: INodeProperties = {
	...linkLocator,
	required: true,
	...forModel('Short link (https://go.example.com/summer) or link ID'),
};

const tagIds = severalFrom('getTags', {
	displayName: 'Tags',
	name: 'tagIds',
	type: 'string',
	default: '',
	description: 'Tags of the link. Use either Tags or Tag Names.',
});

/** A field of a link, with where it applies. */
interface LinkField {
	field: INodeProperties;
	/** It can be cleared. */
	canBeEmpty?: true;
	/** It cannot be changed. */
	isFixed?: true;
	/** Added to the field in forms that change a link. */
	whenChanged?: ReturnType<typeof forModel>;
	/** It differs between links, so that it cannot be changed in bulk. */
	isUnique?: true;
	/** The form of a new link has it outside of Additional Fields. */
	isCommon?: true;
	/** The form of a new link has it in UTM Parameters. */
	isUtm?: true;
}

function fieldsWhere(
	fields: LinkField[],
	applies: (field: LinkField) => boolean | undefined = () => true,
): INodeProperties[] {
	return fields.filter(applies).map(({ field }) => field);
}

const propertyFields: LinkField[] = [
	{
		canBeEmpty: true,
		field: {
			displayName: 'A/B Test Completed At',
			name: 'testCompletedAt',
			type: 'dateTime',
			default: '',
			description: 'When the A/B test ends',
		},
	},
	{
		canBeEmpty: true,
		field: {
			displayName: 'A/B Test Started At',
			name: 'testStartedAt',
			type: 'dateTime',
			default: '',
			description: 'When the A/B test starts',
		},
	},
	{
		canBeEmpty: true,
		field: {
			displayName: 'A/B Test Variants',
			name: 'testVariants',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Variant' },
			placeholder: 'Add Variant',
			default: {},
			description:
				'Two to four destinations to split visitors between. Requires the Business plan.',
			options: [
				{
					displayName: 'Variant',
					name: 'variants',
					values: [
						{
							displayName: 'URL',
							name: 'url',
							type: 'string',
							required: true,
							default: '',
							placeholder: 'e.g. https://example.com/a',
						},
						{
							displayName: 'Percentage',
							name: 'percentage',
							type: 'number',
							typeOptions: { minValue: 10, maxValue: 90 },
							required: true,
							default: 50,
							description: 'Share of visitors, from 10 to 90',
						},
					],
				},
			],
		},
	},
	{
		field: {
			displayName: 'A/B Test Variants (JSON)',
			name: 'testVariantsJson',
			type: 'json',
			default: '[]',
			placeholder: 'e.g. [{ "url": "https://example.com/a", "percentage": 50 }]',
			description:
				'An array of two to four objects with URL and percentage, as an alternative to A/B Test Variants',
		},
	},
	{
		canBeEmpty: true,
		field: {
			displayName: 'Android URL',
			name: 'android',
			type: 'string',
			default: '',
			description: 'Destination for visitors on Android',
		},
	},
	{
		whenChanged: forModel('true to archive, false to restore'),
		field: {
			displayName: 'Archived',
			name: 'archived',
			type: 'boolean',
			default: true,
			description: 'Whether to hide the link from default lists. It still redirects.',
		},
	},
	{
		canBeEmpty: true,
		field: {
			displayName: 'Comments',
			name: 'comments',
			type: 'string',
			typeOptions: { rows: 2 },
			default: '',
			description: 'Notes for your workspace',
		},
	},
	{
		canBeEmpty: true,
		field: {
			displayName: 'Expiration URL',
			name: 'expiredUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://example.com/over',
			description: 'Where the link leads after it expires',
		},
	},
	{
		canBeEmpty: true,
		field: {
			displayName: 'Expires At',
			name: 'expiresAt',
			type: 'dateTime',
			default: '',
			...forModel('When it expires, e.g. 2030-12-31T18:00'),
			description: 'When the link stops leading to its destination',
		},
	},
	{
		canBeEmpty: true,
		isUnique: true,
		field: {
			...EXTERNAL_ID,
			placeholder: 'e.g. order-1234',
			description:
				'The ID of the link in your own database. Must be unique in the workspace. Maximum 255 characters.',
		},
	},
	{
		canBeEmpty: true,
		field: {
			displayName: 'iOS URL',
			name: 'ios',
			type: 'string',
			default: '',
			description: 'Destination for visitors on iOS',
		},
	},
	{
		field: {
			displayName: 'Link Cloaking',
			name: 'rewrite',
			type: 'boolean',
			default: true,
			description: 'Whether to keep the short link in the address bar',
		},
	},
	{
		canBeEmpty: true,
		field: {
			displayName: 'Password',
			name: 'password',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'Visitors must enter it to reach the destination',
		},
	},
	{
		isFixed: true,
		field: {
			displayName: 'Prefix',
			name: 'prefix',
			type: 'string',
			default: '',
			placeholder: 'e.g. /c/',
			description: 'Added before a random slug. Maximum 190 characters.',
		},
	},
	{
		field: {
			displayName: 'Preview: Custom',
			name: 'proxy',
			type: 'boolean',
			default: true,
			description: 'Whether to use the title, description, image, and video of the Preview fields',
		},
	},
	{
		canBeEmpty: true,
		field: {
			displayName: 'Preview: Description',
			name: 'description',
			type: 'string',
			default: '',
			description:
				'Description in link previews. Requires Preview: Custom. The service keeps the first 240 characters.',
		},
	},
	{
		canBeEmpty: true,
		field: {
			displayName: 'Preview: Image',
			name: 'image',
			type: 'string',
			default: '',
			description: 'URL of the image in link previews. Requires Preview: Custom.',
		},
	},
	{
		canBeEmpty: true,
		field: {
			displayName: 'Preview: Title',
			name: 'title',
			type: 'string',
			default: '',
			description:
				'Title in link previews. Requires Preview: Custom. The service keeps the first 120 characters.',
		},
	},
	{
		canBeEmpty: true,
		field: {
			displayName: 'Preview: Video',
			name: 'video',
			type: 'string',
			default: '',
			description: 'URL of the video in link previews (og:video). Requires Preview: Custom.',
		},
	},
	{
		field: {
			displayName: 'Search Engine Indexing',
			name: 'doIndex',
			type: 'boolean',
			default: true,
			description: 'Whether to let search engines index the short link',
		},
	},
	{
		field: {
			displayName: 'Tag Names',
			name: 'tagNames',
			type: 'string',
			default: '',
			...forModel('Tag names, comma-separated'),
			placeholder: 'e.g. summer, mail',
			description:
				'Tags of the link by name, comma-separated. The tags must exist. Use either this or tag IDs.',
		},
	},
	{ canBeEmpty: true, field: tagIds },
	{
		canBeEmpty: true,
		field: {
			...tenantId,
			description: "The ID of the link's tenant in your own system. Maximum 255 characters.",
		},
	},
];

const targetCountry: INodeProperties = { ...countryMenu('Where the visitors are'), required: true };

const utmFields = [
	['Campaign', 'summer-sale'],
	['Content', 'banner'],
	['Medium', 'email'],
	['Source', 'newsletter'],
	['Term', 'running shoes'],
].map(([label, example]): INodeProperties => {
	const name = `utm_${label.toLowerCase()}`;
	return {
		displayName: `UTM ${label}`,
		name,
		type: 'string',
		default: '',
		placeholder: `e.g. ${example}`,
		description: `Value of the ${name} parameter in the destination URL. Maximum 255 characters.`,
	};
});

/** What cannot be set on links of `partner` operations. */
const ownFields: LinkField[] = [
	{
		isUnique: true,
		isCommon: true,
		field: {
			...domainLocator,
			...forModel('Domain, e.g. go.example.com'),
			description:
				"Domain of the short link. Leave empty to use the workspace's primary domain, or a default domain of the service.",
		},
	},
	{
		canBeEmpty: true,
		field: {
			...folderLocator,
			...forModel('Folder ID'),
			description: 'The folder to put the link in',
		},
	},
	{
		canBeEmpty: true,
		field: {
			displayName: 'Geo Targeting',
			name: 'geo',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Country' },
			placeholder: 'Add Country',
			default: {},
			description: 'Destinations for visitors from specific countries',
			options: [
				{
					displayName: 'Country',
					name: 'countries',
					values: [
						targetCountry,
						{
							displayName: 'URL',
							name: 'url',
							type: 'string',
							required: true,
							default: '',
							placeholder: 'e.g. https://example.com/de',
							description: 'Where visitors from this country go',
						},
					],
				},
			],
		},
	},
	{
		field: {
			displayName: 'Geo Targeting (JSON)',
			name: 'geoJson',
			type: 'json',
			default: '{}',
			placeholder: 'e.g. { "DE": "https://example.com/de" }',
			description: 'An object of country codes and URLs, as an alternative to Geo Targeting',
		},
	},
	{
		canBeEmpty: true,
		field: { ...partnerIdLocator, description: 'The partner that the link belongs to' },
	},
	{
		canBeEmpty: true,
		field: { ...PROGRAM_ID, description: 'The partner program that the link belongs to' },
	},
	{
		canBeEmpty: true,
		field: {
			displayName: 'Referral Parameter',
			name: 'ref',
			type: 'string',
			default: '',
			description: 'Value of the ref parameter in the destination URL. Maximum 255 characters.',
		},
	},
	{
		isUnique: true,
		isCommon: true,
		field: {
			displayName: 'Slug',
			name: 'key',
			type: 'string',
			default: '',
			...forModel('The part after the domain'),
			placeholder: 'e.g. summer-sale',
			description:
				'The part after the domain. Maximum 190 characters. Leave empty for a random slug.',
		},
	},
	{
		isFixed: true,
		field: {
			displayName: 'Slug Length',
			name: 'keyLength',
			type: 'number',
			typeOptions: { minValue: 3, maxValue: 190 },
			default: 7,
			description: 'Length of a random slug, from 3 to 190',
		},
	},
	{
		field: {
			displayName: 'Track Conversions',
			name: 'trackConversion',
			type: 'boolean',
			default: true,
			description: 'Whether to track leads and sales for the link. Requires the Business plan.',
		},
	},
	...utmFields.map((field): LinkField => ({ field, canBeEmpty: true, isUtm: true })),
];

export const destinationUrl: INodeProperties = {
	displayName: 'Destination URL',
	name: 'url',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://example.com/landing-page',
	...forModel('Where it leads'),
	description: 'Where the short link leads',
};

/** The destination of a new link. */
export const newDestination: INodeProperties = { ...destinationUrl, required: true };

const allFields = [...propertyFields, ...ownFields].sort((a, b) => byLabel(a.field, b.field));

/** The fields that people need most often for a new link. */
const commonFields: INodeProperties[] = [
	...fieldsWhere(allFields, ({ isCommon }) => isCommon),
	{
		displayName: 'UTM Parameters',
		name: 'utm',
		type: 'collection',
		placeholder: 'Add Parameter',
		// The editor shows the fields of the default; empty ones are not sent.
		default: { utm_source: '', utm_medium: '', utm_campaign: '' },
		description: 'Added to the destination URL, so that your analytics tool knows the campaign',
		options: fieldsWhere(allFields, ({ isUtm }) => isUtm),
	},
];

/** The other fields of a new link. */
export const newLinkFields: INodeProperties[] = [
	...commonFields,
	{
		...ADDITIONAL_FIELDS,
		default: { tagIds: [] },
		options: fieldsWhere(allFields, ({ isCommon, isUtm }) => !isCommon && !isUtm),
	},
];

/** The names that the service takes for a new link, without those of other fields with the same meaning. */
export const newLinkNames = [
	...[destinationUrl, ...fieldsWhere(allFields)].map(({ name }) => name),
	...['publicStats', 'tagId', 'webhookIds'],
].filter((name) => !name.endsWith('Json'));

/** The fields of any link, including those that the service makes for a partner. */
export const linkProperties = fieldsWhere(propertyFields);

/** Those of them that can be cleared. */
export const clearableProperties = fieldsWhere(propertyFields, ({ canBeEmpty }) => canBeEmpty);

function changeable(applies: (field: LinkField) => boolean): INodeProperties[] {
	const fields = allFields
		.filter((each) => !each.isFixed && applies(each))
		.map(({ field, whenChanged }) => ({ ...field, ...whenChanged }));
	return [destinationUrl, ...fields].sort(byLabel);
}

/** The fields of an existing link that can be changed. */
export const changeableFields = changeable(() => true);

/** The fields that can be changed on several links together. */
export const bulkFields = changeable(({ isUnique }) => !isUnique);

/** The fields that can be cleared. */
export const clearableFields = fieldsWhere(allFields, ({ canBeEmpty }) => canBeEmpty);

/** The fields that can be cleared on several links together. */
export const clearableInBulk = fieldsWhere(
	allFields,
	({ canBeEmpty, isUnique }) => canBeEmpty && !isUnique,
);

/** In a menu, none chosen means that the field is not set. */
const tags: Rule = (raw, field) => {
	const chosen = list(raw, field) as string[];
	return chosen.length === 0 && field.property.type === 'multiOptions' ? undefined : chosen;
};

const url = maxLength(32_000);

/** An object such as `{ us: url }`, as entries like those of the form. */
const geoTargets: Rule = (raw, field) =>
	Object.entries(toObject(raw, field.label)).map(([country, target]) => {
		if (!isBlank(target)) return { country: countryCode(country, field), url: target };
		throw new UserError(`'${field.label}' has no URL for ${country}. Enter one, or remove it.`);
	});

const testVariants: Rule = (raw, { label, timezone }) => {
	const collection = { testVariants: toArray(raw, label) } as IDataObject;
	const rules = { url, percentage: decimal };
	return readCollection(collection, linkProperties, rules, timezone).testVariants;
};

/** For the fields of a link. */
export const linkRules: Rules = {
	url,
	key: maxLength(190),
	prefix: maxLength(190),
	domain: domainName,
	// The service would cut them off.
	title: maxLength(120),
	description: maxLength(240),
	externalId: maxLength(255),
	tenantId: maxLength(255),
	expiredUrl: url,
	ios: url,
	android: url,
	utm_source: maxLength(255),
	utm_medium: maxLength(255),
	utm_campaign: maxLength(255),
	utm_term: maxLength(255),
	utm_content: maxLength(255),
	ref: maxLength(255),
	tagIds: tags,
	tagNames: list,
	country: countryCode,
	geoJson: geoTargets,
	percentage: decimal,
	testVariantsJson: testVariants,
};

/** For operations on one link, where the service drops any other image without an error. */
export const singleLinkRules: Rules = {
	...linkRules,
	image: pattern(
		/^(https?:\/\/|data:image\/(png|jpe?g|gif|webp);base64,)/i,
		'must be a URL such as https://example.com/image.png, or data:image/png;base64,... text',
	),
};

/** Which links to list or count. */
export const linkFilters: INodeProperties = {
	...FILTERS,
	description:
		'Without Domain, Folder, Search, a tag, or Tenant ID, only links in no folder are included',
	options: [
		{
			...domainLocator,
			...forModel('Only on this domain, e.g. go.example.com'),
			description: 'Only links on this domain',
		},
		{
			...folderLocator,
			...forModel('Only in this folder ID'),
			description: 'Only links in this folder',
		},
		{
			displayName: 'Include Archived',
			name: 'showArchived',
			type: 'boolean',
			default: true,
			description: 'Whether to include archived links',
		},
		{ ...SEARCH, description: 'Only links whose slug or destination URL contains this text' },
		{
			displayName: 'Tag Names',
			name: 'tagNames',
			type: 'string',
			default: '',
			placeholder: 'e.g. summer, mail',
			...forModel('Only with these tag names, comma-separated'),
			description: 'Only links with these tags, by name, comma-separated',
		},
		{ ...tagIds, description: 'Only links with any of these tags' },
		{ ...tenantId, description: 'Only links of the tenant with this ID in your own system' },
		{
			displayName: 'User ID',
			name: 'userId',
			type: 'string',
			default: '',
			placeholder: 'e.g. user_1K9BZE1K285BSTX4W6MPKXJFZ',
			description: 'Only links created by this user of the workspace',
		},
	],
};

/** For `linkFilters`. */
export const filterRules: Rules = { domain: domainName, tagIds: tags, tagNames: list };
