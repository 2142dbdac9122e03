import { UserError, type IDataObject } from 'n8n-workflow';
import { readPlain } from '../../input/values';
import { filterList, toList, withExclusions } from '../../input/lists';
import { externalId } from '../../input/locators';
import { countryCode, domainName, maxLength, pattern } from '../../input/rules';
import { plainText, quoted } from '../../input/text';
import type { Rule, Rules } from '../../input/types';
import type { ApiContext } from '../../transport/types';
import { chosenLink, isShortLink } from '../link/chosenLink';
import { BROWSERS, DEVICES, multiFilters, singleFilters, SYSTEMS } from './filterParameters';
import { metadataQuery, withMetadataQuery } from './metadata';

const continents: Rule = (raw, field) =>
	filterList()(
		toList(raw, field.label).map((code) => code.toUpperCase()),
		field,
	);

function spelled(names: string[], text: string): string | undefined {
	return names.find((name) => name.toLowerCase() === text.toLowerCase());
}

/** A name in the service's spelling if the menu has it: the service finds nothing for another case of letters, as in `ios`. */
const oneOf =
	(names: string[]): Rule =>
	(raw, { label }) => {
		const text = plainText(raw, label);
		return spelled(names, text) ?? text;
	};

/** Link IDs, or one short link, which `filterQuery` looks up. */
const links: Rule = (raw, field) => {
	const chosen = Array.isArray(raw) ? raw : String(readPlain(raw, field));
	return isShortLink(String(chosen)) ? chosen : filterList()(chosen, field);
};

/** With any letters first in upper case, as the service compares them. */
const device: Rule = (raw, { label }) => {
	const text = plainText(raw, label);
	if (spelled(DEVICES, text) !== undefined) return text;
	throw new UserError(`'${label}' must be one of: ${DEVICES.join(', ')}, not ${quoted(text)}`);
};

/**
 * Refuses what the service can never find: it compares these texts as they are, and checks none.
 *
 * @param message follows the label, e.g. `must be a hostname`
 */
const findable =
	(form: RegExp, message: string): Rule =>
	(raw, { label }) => {
		const text = plainText(raw, label);
		if (form.test(text)) return text;
		throw new UserError(`'${label}' ${message}, not ${quoted(text)}`);
	};

const regionForm = findable(
	/^[a-z]{2}-[a-z0-9]{1,3}$/i,
	'must be a full ISO 3166-2 code such as US-CA',
);

const regionCode: Rule = (raw, field) => String(regionForm(raw, field)).toUpperCase();

const hostname = findable(
	/^(\(direct\)|[^\s/A-Z][^\s./A-Z]*\.[^\s/A-Z]+)$/,
	'must be a hostname such as google.com, or (direct)',
);

const DIRECT_OR_URL = /^(\(direct\)|[a-z][a-z0-9+.-]*:.+)$/i;

/** For the collections 'Filters' and 'Exclude'. */
export const filterRules: Rules = {
	...Object.fromEntries(multiFilters.map(({ name }) => [name, filterList()])),
	browser: filterList(oneOf(BROWSERS)),
	city: filterList(
		findable(/\p{Lu}|^[^\p{Ll}]*$/u, 'must be spelled as the service does, such as Berlin'),
	),
	continent: continents,
	country: filterList(countryCode),
	customerId: pattern(
		/^(?!ext_)/,
		'must be the ID in the service (cus_...), not an external ID. Customer: Get shows it',
		255,
	),
	device: filterList(device),
	domain: filterList(domainName),
	externalId: (raw, field) => externalId(String(maxLength(255)(raw, field))),
	key: maxLength(190),
	linkId: links,
	os: filterList(oneOf(SYSTEMS)),
	query: metadataQuery,
	referer: filterList(hostname),
	refererUrl: filterList(
		findable(DIRECT_OR_URL, 'must be a full URL such as https://google.com/search'),
	),
	region: filterList(regionCode),
	url: filterList(findable(DIRECT_OR_URL, 'must be a full URL such as https://example.com/page')),
};

/**
 * The query parameters for both collections.
 *
 * @param kind clicks, leads, sales, or composite for all of them
 * @param filters, exclude read with `filterRules`
 * @throws UserError for filters that contradict each other or do not apply
 */
export async function filterQuery(
	context: ApiContext,
	kind: string,
	filters: IDataObject,
	exclude: IDataObject,
): Promise<IDataObject> {
	const fields = withExclusions(withMetadataQuery(filters), exclude, multiFilters);
	if (fields.key && (!fields.domain || String(fields.domain).startsWith('-'))) {
		throw new UserError("'Slug' requires 'Domain', because several domains can have the same slug");
	}
	if (fields.query && kind !== 'leads' && kind !== 'sales') {
		throw new UserError(
			"'Metadata' applies only to leads and sales. Choose one of them as 'Event', or remove it.",
		);
	}
	if (fields.saleType && kind !== 'sales' && kind !== 'composite') {
		throw new UserError(
			"'Sale Type' applies only to sales. Choose Sales as 'Event', or remove it.",
		);
	}
	const sign = 'linkId' in exclude ? '-' : '';
	const link = String(fields.linkId).slice(sign.length);
	if (isShortLink(link)) fields.linkId = sign + (await chosenLink(context, link));
	// In a fixed order, because polling starts over if the query is another text than before.
	const names = [...singleFilters, ...multiFilters].map(({ name }) => name);
	return Object.fromEntries(
		names.filter((name) => name in fields).map((name) => [name, fields[name]]),
	);
}
