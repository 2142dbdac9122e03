import { UserError, type IDataObject } from 'n8n-workflow';
import { decimal, readCollection } from '../../input/fields';
import { formOrJson, toArray, toObject } from '../../input/json';
import { list } from '../../input/lists';
import { countryCode, maxLength } from '../../input/rules';
import type { Rule, Rules } from '../../input/types';
import { linkProperties } from './properties';

const url = maxLength(32_000);

/** An object such as `{ us: url }`, like the form beside it. */
const geoTargets: Rule = (raw, field) =>
	Object.entries(toObject(raw, field.label) ?? {}).map(([country, target]) => ({
		country: countryCode(country, field),
		url: target,
	}));

const testVariants: Rule = (raw, { label, timezone }) => {
	const collection = { testVariants: toArray(raw, label) } as IDataObject;
	return readCollection(collection, linkProperties, { url, percentage: decimal }, timezone)
		.testVariants;
};

/** For the fields of a link. */
export const linkRules: Rules = {
	url,
	key: maxLength(190),
	prefix: maxLength(190),
	domain: maxLength(190),
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
	tagIds: list,
	tagNames: list,
	country: countryCode,
	geoJson: geoTargets,
	percentage: decimal,
	testVariantsJson: testVariants,
};

interface Variant extends IDataObject {
	url: string;
	percentage: number;
}

interface Target extends IDataObject {
	country: string;
	url?: string;
}

/**
 * The fields of a link, read with `linkRules`, as the service takes them.
 *
 * @throws UserError naming the field that contradicts another one
 */
export function linkBody(fields: IDataObject): IDataObject {
	const { testVariants, testVariantsJson, geo, geoJson, ...link } = fields;
	const variants = formOrJson(
		'A/B Test Variants',
		testVariants as Variant[] | undefined,
		testVariantsJson as Variant[] | undefined,
	);
	if (variants && (variants.length < 2 || variants.length > 4)) {
		throw new UserError("'A/B Test Variants' must have two to four variants");
	}
	if (link.tagIds && link.tagNames) {
		throw new UserError("'Tag Names' cannot be combined with 'Tag IDs'. Use one of them.");
	}
	requireRandomSlug(link, link.key);
	const targets = formOrJson('Geo Targeting', geo as Target[], geoJson as Target[]);
	return {
		...link,
		...(variants && { testVariants: variants }),
		...(targets && {
			geo: Object.fromEntries(targets.map(({ country, url: target = '' }) => [country, target])),
		}),
	};
}

/** @throws UserError for a field that shapes random slugs, next to a chosen one */
export function requireRandomSlug({ prefix, keyLength }: IDataObject, slug: unknown): void {
	if (!slug || (prefix === undefined && keyLength === undefined)) return;
	const label = prefix === undefined ? 'Slug Length' : 'Prefix';
	throw new UserError(`'${label}' applies only to random slugs. Remove it or 'Slug'.`);
}
