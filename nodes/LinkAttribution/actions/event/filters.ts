import { UserError, type IDataObject } from 'n8n-workflow';
import { z } from 'zod/v4';
import { check, flag, shortText } from '../../helpers/check';
import { given } from '../../helpers/given';
import { externalId } from '../../input/locators';
import { toList } from '../../input/lists';
import { readLocator } from '../../input/locators';
import { metadataQuery } from '../../helpers/metadataQuery';
import { wantedOrNot } from '../../helpers/multiValue';
import { chosenLink } from '../link/chosenLink';
import type { ApiContext } from '../../transport/types';
import { multiFilters } from './filterParameters';

const singles = z
	.object({
		externalId: shortText(255).transform(externalId),
		query: metadataQuery,
		root: flag,
		saleType: z.enum(['new', 'recurring'], { message: 'must be new or recurring' }),
		key: shortText(190),
		customerId: shortText(255),
	})
	.partial();

const SINGLE_LABELS = {
	externalId: 'Link External ID',
	query: 'Metadata',
	root: 'Root Domain',
	key: 'Slug',
};

const CODES: Record<string, { form: RegExp; text: string }> = {
	continent: { form: /^(AF|AN|AS|EU|NA|OC|SA)$/, text: 'AF, AN, AS, EU, NA, OC or SA' },
	country: { form: /^[A-Z]{2}$/, text: 'two-letter ISO 3166-1 codes such as US' },
	region: { form: /^[A-Z]{2}-[A-Z0-9]{1,3}$/, text: 'full ISO 3166-2 codes such as US-CA' },
};

/**
 * The query parameters for both collections. A text that starts with `-` in Filters is the service's own notation for
 * an exclusion and goes through as it is.
 *
 * @param kind clicks, leads, sales, or composite for all of them
 * @throws UserError naming the field that breaks a rule of the service
 */
export async function filterQuery(
	this: ApiContext,
	kind: string,
	filters: IDataObject,
	exclude: IDataObject,
): Promise<IDataObject> {
	const query: IDataObject = check(
		singles,
		given({ ...filters, customerId: readLocator(filters.customerId, 'Customer').text }),
		SINGLE_LABELS,
	);
	for (const { name, displayName } of multiFilters) {
		const wanted = await values.call(this, name, displayName, filters[name]);
		const unwanted = await values.call(this, name, displayName, exclude[name]);
		const value = wantedOrNot(displayName, wanted, unwanted);
		if (value) query[name] = value;
	}
	if (query.key && (!query.domain || String(query.domain).startsWith('-'))) {
		throw new UserError(
			"'Slug' needs 'Domain', because the same slug can exist on several domains.",
		);
	}
	if (query.query && kind !== 'leads' && kind !== 'sales') {
		throw new UserError("'Metadata' is for leads and sales: clicks carry none.");
	}
	if (query.saleType && kind !== 'sales' && kind !== 'composite') {
		throw new UserError("'Sale Type' is for sales. Choose Sales as 'Event', or leave it out.");
	}
	return query;
}

async function values(
	this: ApiContext,
	name: string,
	label: string,
	value: unknown,
): Promise<string | undefined> {
	const { mode, text } = readLocator(
		Array.isArray(value) ? toList(value, label).join(',') : value,
		label,
	);
	if (text === '') return undefined;
	if (name === 'linkId' && (mode === 'url' || /^https?:\/\//.test(text))) {
		return await chosenLink.call(this, value);
	}
	const negated = text.startsWith('-') ? '-' : '';
	const code = CODES[name];
	const entries = toList(text.slice(negated.length), label).map((entry) =>
		code ? entry.toUpperCase() : entry,
	);
	const wrong = code && entries.find((entry) => !code.form.test(entry));
	if (wrong !== undefined) {
		throw new UserError(`'${label}' takes ${code.text}, but '${wrong}' was given.`);
	}
	return entries.length === 0 ? undefined : negated + entries.join(',');
}
