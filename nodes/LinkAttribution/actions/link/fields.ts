import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { at } from '../../helpers/at';
import { check, flag, shortText } from '../../helpers/check';
import { countryCode } from '../../helpers/country';
import { toInstant } from '../../helpers/dates';
import { given } from '../../helpers/given';
import { formOrJson, toArray, toObject } from '../../helpers/json';
import { toList } from '../../helpers/lists';

/** What can be set on any link, also on those that the service makes for a partner. */
export const linkProperties: INodeProperties[] = [
	{
		displayName: 'A/B Test Completed At',
		name: 'testCompletedAt',
		type: 'dateTime',
		default: '',
		description: 'When the A/B test ends',
	},
	{
		displayName: 'A/B Test Started At',
		name: 'testStartedAt',
		type: 'dateTime',
		default: '',
		description: 'When the A/B test starts',
	},
	{
		displayName: 'A/B Test Variants',
		name: 'testVariants',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Variant' },
		placeholder: 'Add Variant',
		default: {},
		description: 'Two to four destinations that visitors are spread over. Needs the Business plan.',
		options: [
			{
				displayName: 'Variant',
				name: 'variants',
				values: [
					{
						displayName: 'URL',
						name: 'url',
						type: 'string',
						default: '',
						placeholder: 'e.g. https://example.com/a',
					},
					{
						displayName: 'Percentage',
						name: 'percentage',
						type: 'number',
						typeOptions: { minValue: 10, maxValue: 90 },
						default: 50,
						description: 'Share of the visitors, from 10 to 90',
					},
				],
			},
		],
	},
	{
		displayName: 'A/B Test Variants (JSON)',
		name: 'testVariantsJson',
		type: 'json',
		default: '[]',
		placeholder: 'e.g. [{ "url": "https://example.com/a", "percentage": 50 }]',
		description:
			'Instead of A/B Test Variants: an array of two to four objects with URL and percentage',
	},
	{
		displayName: 'Android URL',
		name: 'android',
		type: 'string',
		default: '',
		description: 'Destination for visitors with Android',
	},
	{
		displayName: 'Archived',
		name: 'archived',
		type: 'boolean',
		default: false,
		description: 'Whether the link is left out of default lists. It keeps redirecting.',
	},
	{
		displayName: 'Comments',
		name: 'comments',
		type: 'string',
		typeOptions: { rows: 2 },
		default: '',
		description: 'Notes for the people of the workspace',
	},
	{
		displayName: 'Expiration URL',
		name: 'expiredUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/over',
		description: 'Where visitors go once the link has expired',
	},
	{
		displayName: 'Expires At',
		name: 'expiresAt',
		type: 'dateTime',
		default: '',
		description: 'When the link stops leading to its destination',
	},
	{
		displayName: 'External ID',
		name: 'externalId',
		type: 'string',
		default: '',
		placeholder: 'e.g. order-1234',
		description:
			'The ID of the link in your own database, unique in the workspace; up to 255 characters',
	},
	{
		displayName: 'iOS URL',
		name: 'ios',
		type: 'string',
		default: '',
		description: 'Destination for visitors with iOS',
	},
	{
		displayName: 'Link Cloaking',
		name: 'rewrite',
		type: 'boolean',
		default: false,
		description: 'Whether the address bar keeps showing the short link',
	},
	{
		displayName: 'Password',
		name: 'password',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		description: 'What a visitor must enter to reach the destination',
	},
	{
		displayName: 'Prefix',
		name: 'prefix',
		type: 'string',
		default: '',
		placeholder: 'e.g. /c/',
		description: 'Put before a random slug',
	},
	{
		displayName: 'Preview: Custom',
		name: 'proxy',
		type: 'boolean',
		default: false,
		description: 'Whether the preview title, description, image and video below are used',
	},
	{
		displayName: 'Preview: Description',
		name: 'description',
		type: 'string',
		default: '',
		description: 'Description in link previews; the service keeps the first 240 characters',
	},
	{
		displayName: 'Preview: Image',
		name: 'image',
		type: 'string',
		default: '',
		description: 'Address of the image in link previews',
	},
	{
		displayName: 'Preview: Title',
		name: 'title',
		type: 'string',
		default: '',
		description: 'Title in link previews; the service keeps the first 120 characters',
	},
	{
		displayName: 'Preview: Video',
		name: 'video',
		type: 'string',
		default: '',
		description: 'Address of the video in link previews (og:video)',
	},
	{
		displayName: 'Search Engine Indexing',
		name: 'doIndex',
		type: 'boolean',
		default: false,
		description: 'Whether search engines may index the short link',
	},
	{
		displayName: 'Tag IDs',
		name: 'tagIds',
		type: 'string',
		default: '',
		placeholder: 'e.g. tag_1, tag_2',
		description: 'Tags of the link, comma-separated. Use either Tag IDs or Tag Names.',
	},
	{
		displayName: 'Tag Names',
		name: 'tagNames',
		type: 'string',
		default: '',
		placeholder: 'e.g. summer, mail',
		description: 'Tags of the link by name, comma-separated. The tags must exist.',
	},
	{
		displayName: 'Tenant ID',
		name: 'tenantId',
		type: 'string',
		default: '',
		description: 'The ID of the tenant in your own system that the link belongs to',
	},
];

const url = shortText(32_000);
const date = z.string();
const text = z.coerce.string();

const linkFields = z
	.object({
		key: shortText(190),
		keyLength: z.coerce
			.number({ message: 'must be a number' })
			.int('must be a whole number')
			.min(3, 'must be from 3 to 190')
			.max(190, 'must be from 3 to 190'),
		prefix: shortText(190),
		domain: shortText(190),
		externalId: shortText(255),
		tenantId: shortText(255),
		expiredUrl: url,
		ios: url,
		android: url,
		utm_source: shortText(255),
		utm_medium: shortText(255),
		utm_campaign: shortText(255),
		utm_term: shortText(255),
		utm_content: shortText(255),
		ref: shortText(255),
		comments: text,
		description: text,
		folderId: text,
		image: text,
		partnerId: text,
		password: text,
		programId: text,
		title: text,
		video: text,
		archived: flag,
		doIndex: flag,
		proxy: flag,
		rewrite: flag,
		trackConversion: flag,
		expiresAt: date,
		testStartedAt: date,
		testCompletedAt: date,
		tagIds: z.array(z.string()),
		tagNames: z.array(z.string()),
		testVariants: z
			.array(
				z.object({
					url: url.pipe(z.string().min(1, 'of a variant is empty')),
					percentage: z.coerce
						.number({ message: 'must be a number from 10 to 90' })
						.min(10, 'must be from 10 to 90')
						.max(90, 'must be from 10 to 90'),
				}),
			)
			.min(2, 'takes two to four variants')
			.max(4, 'takes two to four variants'),
	})
	.partial()
	.passthrough()
	.superRefine((link, context) => {
		if (link.tagIds && link.tagNames) {
			context.addIssue({
				code: 'custom',
				path: ['tagNames'],
				message: "cannot be combined with 'Tag IDs'. Use one of them.",
			});
		}
		for (const name of ['prefix', 'keyLength'] as const) {
			if (link.key && link[name] !== undefined) {
				context.addIssue({
					code: 'custom',
					path: [name],
					message: "is for random slugs only. Leave it out, or leave out 'Slug'.",
				});
			}
		}
	});

const LABELS = {
	key: 'Slug',
	keyLength: 'Slug Length',
	ref: 'Referral Parameter',
	expiredUrl: 'Expiration URL',
	ios: 'iOS URL',
	android: 'Android URL',
	doIndex: 'Search Engine Indexing',
	proxy: 'Preview: Custom',
	rewrite: 'Link Cloaking',
	trackConversion: 'Track Conversions',
	testVariants: 'A/B Test Variants',
	url: 'URL',
};

const DATES = {
	expiresAt: 'Expires At',
	testStartedAt: 'A/B Test Started At',
	testCompletedAt: 'A/B Test Completed At',
};

/**
 * The filled-in fields of a collection as the service wants them: lists, dates as ISO-8601 UTC, variants.
 *
 * @throws UserError naming the field that breaks a rule of the service
 */
export function linkBody(this: IExecuteFunctions, fields: IDataObject): IDataObject {
	const body = given(fields);
	for (const [name, label] of Object.entries(DATES)) {
		if (name in body) body[name] = toInstant(body[name], label, this.getTimezone()).toISOString();
	}
	for (const name of ['tagIds', 'tagNames']) {
		if (name in body) body[name] = toList(body[name]);
	}
	const { testVariants, testVariantsJson, geo, geoJson, ...rest } = body;
	const variants = at(testVariants, 'variants') as IDataObject[] | undefined;
	const targets = at(geo, 'countries') as IDataObject[] | undefined;
	return check(
		linkFields,
		given({
			...rest,
			testVariants: formOrJson('A/B Test Variants', variants, testVariantsJson, toArray),
			geo: geoTargets(
				formOrJson<IDataObject[] | IDataObject>('Geo Targeting', targets, geoJson, toObject),
			),
		}),
		LABELS,
	) as IDataObject;
}

/** `[{ country, url }]` of the form, or `{ us: url }` of the JSON field, as `{ US: url }`. */
function geoTargets(targets: IDataObject[] | IDataObject | undefined): IDataObject | undefined {
	if (targets === undefined) return undefined;
	const pairs = Array.isArray(targets)
		? targets.map(({ country, url }) => [country, url] as const)
		: Object.entries(targets);
	return Object.fromEntries(
		pairs.map(([country, url]) => [countryCode(country, 'Geo Targeting'), url]),
	) as IDataObject;
}
