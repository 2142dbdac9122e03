import { UserError, type IDataObject, type INodeProperties } from 'n8n-workflow';
import { clearedFields, someChange } from '../../input/changes';
import type { Values } from '../../input/fields';
import { formOrJson } from '../../input/json';
import { withOwnParameters } from './destination';
import { clearableFields } from './fields';

/**
 * The body for a new link.
 *
 * @param form read with `linkRules`
 * @throws UserError naming the field that contradicts another one
 */
export function newLink({ url, domain, key, utm, additionalFields }: Values): IDataObject {
	const chosen = { ...(domain !== undefined && { domain }), ...(key !== undefined && { key }) };
	const body = linkBody({ ...additionalFields, ...chosen, ...(utm as IDataObject) });
	if (body.testVariants && !body.trackConversion) {
		throw new UserError("'A/B Test Variants' requires 'Track Conversions' to be on");
	}
	return { url, ...body };
}

/** Fields without effect unless another one is set. */
const IDLE: Array<[names: string[], without: string, requirement: string]> = [
	[['expiredUrl'], 'expiresAt', "'Expires At'"],
	[['testStartedAt', 'testCompletedAt'], 'testVariants', "'A/B Test Variants'"],
	[['title', 'description', 'image', 'video'], 'proxy', "'Preview: Custom' to be on"],
];

/**
 * Refuses what the service would store for a link that does not exist yet, and ignore.
 *
 * @throws UserError naming the field
 */
export function requireEffect(body: IDataObject): IDataObject {
	for (const [names, without, requirement] of IDLE) {
		const idle = clearableFields.find(({ name }) => names.includes(name) && body[name]);
		if (idle && !body[without]) {
			throw new UserError(`'${idle.displayName}' requires ${requirement}`);
		}
	}
	if (body.expiresAt && Date.parse(String(body.expiresAt)) <= Date.now()) {
		throw new UserError("'Expires At' must be in the future");
	}
	return body;
}

/**
 * The changes in 'Update Fields', with `null` for fields to clear.
 *
 * @param form read with `linkRules`
 * @throws UserError if there are none, or naming the field that contradicts another one
 */
export function linkChanges({ updateFields, fieldsToClear }: Values): IDataObject {
	const body = linkBody(updateFields);
	return someChange(withOwnParameters(withClearedFields(body, fieldsToClear, clearableFields)));
}

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
		throw new UserError("'Tag Names' cannot be combined with 'Tags'. Use one of them.");
	}
	if (isBefore(link.testCompletedAt, link.testStartedAt)) {
		throw new UserError("'A/B Test Completed At' must be after 'A/B Test Started At'");
	}
	requireRandomSlug(link, link.key);
	const targets = formOrJson('Geo Targeting', geo as Target[], geoJson as Target[]);
	const countries = targets?.map(({ country }) => country) ?? [];
	const twice = countries.find((country, index) => countries.indexOf(country) !== index);
	if (twice !== undefined) throw new UserError(`'Geo Targeting' has the country ${twice} twice`);
	return {
		...link,
		...(variants && { testVariants: variants }),
		...(targets && {
			geo: Object.fromEntries(targets.map(({ country, url: target = '' }) => [country, target])),
		}),
	};
}

function isBefore(end: unknown, start: unknown): boolean {
	return Date.parse(String(end)) <= Date.parse(String(start));
}

/** @throws UserError for a field for random slugs beside a chosen one */
export function requireRandomSlug({ prefix, keyLength }: IDataObject, slug: unknown): void {
	if (!slug || (prefix === undefined && keyLength === undefined)) return;
	const label = prefix === undefined ? 'Slug Length' : 'Prefix';
	throw new UserError(`'${label}' applies only to random slugs. Remove it or 'Slug'.`);
}

/**
 * The body with `null` for each field to clear, and an empty list for tags.
 *
 * @throws UserError naming a field that is both set and to be cleared
 */
export function withClearedFields(
	body: IDataObject,
	fieldsToClear: string[] | undefined,
	clearable: INodeProperties[],
): IDataObject {
	const cleared = clearedFields(fieldsToClear, body, clearable);
	// The service would take the empty list and ignore the names.
	if ('tagIds' in cleared && 'tagNames' in body) {
		throw new UserError(
			"'Tag Names' replaces the tags, and 'Tags' is listed in 'Fields to Clear'. Remove one of them.",
		);
	}
	return { ...body, ...cleared, ...('tagIds' in cleared && { tagIds: [] }) };
}
