import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v4';
import { at } from '../../helpers/at';
import { check, flag, shortText, text } from '../../helpers/check';
import { countryCode } from '../../helpers/country';
import { toInstant } from '../../helpers/dates';
import { given } from '../../helpers/given';
import { formOrJson, toArray, toObject } from '../../helpers/json';
import { wordsOf } from '../../helpers/labels';
import { toList } from '../../helpers/lists';

const url = shortText(32_000);
const date = z.string();

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
	description: 'Preview: Description',
	image: 'Preview: Image',
	title: 'Preview: Title',
	video: 'Preview: Video',
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
		if (name in body) body[name] = toList(body[name], wordsOf(name));
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
