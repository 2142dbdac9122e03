import { UserError, type IDataObject, type INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { check, flag, shortText } from '../../helpers/check';
import { externalId } from '../../helpers/ids';
import { byLabel } from '../../helpers/labels';
import { toList } from '../../helpers/lists';
import { readLocator } from '../../helpers/locator';
import { metadataQuery } from '../../helpers/metadataQuery';
import { folderLocator, linkLocator, partnerIdLocator } from '../common.descriptions';
import { chosenLink } from '../link/chosenLink';
import type { ApiContext } from '../../transport/request';

/** Filters that take several values, and as exclusion the events that have none of them. */
const multiFilters: INodeProperties[] = [
	{
		displayName: 'Browser',
		name: 'browser',
		type: 'string',
		default: '',
		placeholder: 'e.g. Chrome, Safari',
		description: 'Browsers, comma-separated, as the service writes them',
	},
	{
		displayName: 'City',
		name: 'city',
		type: 'string',
		default: '',
		placeholder: 'e.g. Berlin, Paris',
		description: 'Cities, comma-separated',
	},
	{
		displayName: 'Continent',
		name: 'continent',
		type: 'multiOptions',
		options: [
			{ name: 'Africa', value: 'AF' },
			{ name: 'Antarctica', value: 'AN' },
			{ name: 'Asia', value: 'AS' },
			{ name: 'Europe', value: 'EU' },
			{ name: 'North America', value: 'NA' },
			{ name: 'Oceania', value: 'OC' },
			{ name: 'South America', value: 'SA' },
		],
		default: [],
		description: 'Continents of the visitors',
	},
	{
		displayName: 'Country',
		name: 'country',
		type: 'string',
		default: '',
		placeholder: 'e.g. US, DE',
		description: 'Two-letter ISO 3166-1 codes, comma-separated',
	},
	{
		displayName: 'Destination URL',
		name: 'url',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/landing-page',
		description: 'Destination URLs, comma-separated; their query strings are not compared',
	},
	{
		displayName: 'Device',
		name: 'device',
		type: 'string',
		default: '',
		placeholder: 'e.g. Desktop, Mobile',
		description: 'Device types, comma-separated, as the service writes them',
	},
	{
		displayName: 'Domain',
		name: 'domain',
		type: 'string',
		default: '',
		placeholder: 'e.g. go.example.com',
		description: 'Domains of short links, comma-separated',
	},
	{ ...folderLocator, description: 'A folder; in ID mode also several IDs, comma-separated' },
	{
		displayName: 'Group ID',
		name: 'groupId',
		type: 'string',
		default: '',
		placeholder: 'e.g. grp_1K9BZE1K285BSTX4W6MPKXJFZ',
		description: 'Partner groups, comma-separated',
	},
	{
		...linkLocator,
		description:
			'A link; in ID mode also several IDs, comma-separated. The service then leaves the other filters on links out of account.',
		modes: (linkLocator.modes ?? []).filter(({ name }) => name !== 'externalId'),
	},
	{
		displayName: 'Operating System',
		name: 'os',
		type: 'string',
		default: '',
		placeholder: 'e.g. iOS, Android',
		description: 'Operating systems, comma-separated, as the service writes them',
	},
	{
		...partnerIdLocator,
		description: 'A partner; in ID mode also several IDs, comma-separated',
	},
	{
		displayName: 'Partner Tag ID',
		name: 'partnerTagId',
		type: 'string',
		default: '',
		placeholder: 'e.g. ptag_1K9BZE1K285BSTX4W6MPKXJFZ',
		description:
			'Tags of partners, comma-separated. For clicks and leads the service heeds it only together with another filter on links.',
	},
	{
		displayName: 'Referer',
		name: 'referer',
		type: 'string',
		default: '',
		placeholder: 'e.g. google.com',
		description: 'Hostnames that visitors came from, comma-separated; (direct) for none',
	},
	{
		displayName: 'Referer URL',
		name: 'refererUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://google.com/search',
		description: 'Full URLs that visitors came from, comma-separated',
	},
	{
		displayName: 'Region',
		name: 'region',
		type: 'string',
		default: '',
		placeholder: 'e.g. US-CA',
		description:
			'Full ISO 3166-2 code. The public service takes one at a time, and passes over Country with it.',
	},
	{
		displayName: 'Tag ID',
		name: 'tagId',
		type: 'string',
		default: '',
		placeholder: 'e.g. tag_1K9BZE1K285BSTX4W6MPKXJFZ',
		description: 'Tags of links, comma-separated',
	},
	{
		displayName: 'Tenant ID',
		name: 'tenantId',
		type: 'string',
		default: '',
		placeholder: 'e.g. user_42',
		description: 'Tenants in your own system, comma-separated',
	},
	{
		displayName: 'Trigger',
		name: 'trigger',
		type: 'multiOptions',
		options: [
			{ name: 'Link', value: 'link', description: 'The short link was visited' },
			{ name: 'Page View', value: 'pageview', description: 'A page of your own was viewed' },
			{ name: 'QR Code', value: 'qr', description: 'The QR code was scanned' },
		],
		default: [],
		description: 'What led to the click; all when left out',
	},
	{
		displayName: 'UTM Campaign',
		name: 'utm_campaign',
		type: 'string',
		default: '',
		description: 'UTM campaigns of the destination URL, comma-separated',
	},
	{
		displayName: 'UTM Content',
		name: 'utm_content',
		type: 'string',
		default: '',
		description: 'UTM contents of the destination URL, comma-separated',
	},
	{
		displayName: 'UTM Medium',
		name: 'utm_medium',
		type: 'string',
		default: '',
		description: 'UTM media of the destination URL, comma-separated',
	},
	{
		displayName: 'UTM Source',
		name: 'utm_source',
		type: 'string',
		default: '',
		description: 'UTM sources of the destination URL, comma-separated',
	},
	{
		displayName: 'UTM Term',
		name: 'utm_term',
		type: 'string',
		default: '',
		description: 'UTM terms of the destination URL, comma-separated',
	},
];

const singleFilters: INodeProperties[] = [
	{
		displayName: 'Customer ID',
		name: 'customerId',
		type: 'string',
		default: '',
		placeholder: 'e.g. cus_1K9BZE1K285BSTX4W6MPKXJFZ',
		description: 'Only events of this customer, by the ID in the service',
	},
	{
		displayName: 'Link External ID',
		name: 'externalId',
		type: 'string',
		default: '',
		placeholder: 'e.g. order-1234',
		description: 'Only events of the link with this ID in your own database, with or without ext_',
	},
	{
		displayName: 'Metadata',
		name: 'query',
		type: 'string',
		default: '',
		placeholder: "e.g. metadata['plan']:'pro'",
		description:
			'Only leads and sales whose metadata matches. Operators are : = != &gt; &lt; &gt;= &lt;=, and several conditions are joined with AND.',
	},
	{
		displayName: 'Root Domain',
		name: 'root',
		type: 'boolean',
		default: true,
		description:
			'Whether to take only visits to the bare domain (on) or only visits to links (off); both when left out',
	},
	{
		displayName: 'Sale Type',
		name: 'saleType',
		type: 'options',
		options: [
			{ name: 'First Purchase', value: 'new' },
			{ name: 'Repeat Purchase', value: 'recurring' },
		],
		default: 'new',
		description: 'Only sales of this type; both when left out',
	},
	{
		displayName: 'Slug',
		name: 'key',
		type: 'string',
		default: '',
		placeholder: 'e.g. summer',
		description: 'Only events of the short link with this slug. Needs Domain.',
	},
];

export const filterCollections: INodeProperties[] = [
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		description: 'Events must match all of these; with several values in one, any of them',
		options: [...multiFilters, ...singleFilters].sort(byLabel),
	},
	{
		displayName: 'Exclude',
		name: 'exclude',
		type: 'collection',
		placeholder: 'Add Exclusion',
		default: {},
		description: 'Events that match any of these are left out',
		options: multiFilters.map((property) => ({ ...property })),
	},
];

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
	const query: IDataObject = check(singles, filters, SINGLE_LABELS);
	for (const { name, displayName } of multiFilters) {
		const wanted = await values.call(this, name, displayName, filters[name]);
		const unwanted = await values.call(this, name, displayName, exclude[name]);
		if (wanted && unwanted) {
			throw new UserError(`'${displayName}' can be in 'Filters' or in 'Exclude', not in both.`);
		}
		if (wanted) query[name] = wanted;
		if (unwanted) query[name] = `-${unwanted.replace(/^-/, '')}`;
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
	const { mode, text } = readLocator(Array.isArray(value) ? toList(value).join(',') : value);
	if (text === '') return undefined;
	if (name === 'linkId' && (mode === 'url' || /^https?:\/\//.test(text))) {
		return await chosenLink.call(this, value);
	}
	const negated = text.startsWith('-') ? '-' : '';
	const code = CODES[name];
	const entries = toList(text.slice(negated.length)).map((entry) =>
		code ? entry.toUpperCase() : entry,
	);
	const wrong = code && entries.find((entry) => !code.form.test(entry));
	if (wrong !== undefined) {
		throw new UserError(`'${label}' takes ${code.text}, but '${wrong}' was given.`);
	}
	return entries.length === 0 ? undefined : negated + entries.join(',');
}
