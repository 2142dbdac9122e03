import type { INodeProperties } from 'n8n-workflow';
import { byLabel } from '../../input/labels';
import {
	customerLocator,
	domainLocator,
	folderLocator,
	linkLocator,
	partnerIdLocator,
	tagLocator,
	withModes,
} from '../../input/locators';

/** Filters that take several values, and as exclusion the events that have none of them. */
export const multiFilters: INodeProperties[] = [
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
		...domainLocator,
		description: 'A domain of short links; by name also several, comma-separated',
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
	{ ...tagLocator, description: 'A tag of links; in ID mode also several IDs, comma-separated' },
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

export const saleType: INodeProperties = {
	displayName: 'Sale Type',
	name: 'saleType',
	type: 'options',
	options: [
		{ name: 'First Purchase', value: 'new' },
		{ name: 'Repeat Purchase', value: 'recurring' },
	],
	default: 'new',
	description: 'Only sales of this type; both when left out',
};

const singleFilters: INodeProperties[] = [
	{
		...withModes(customerLocator, ['list', 'id']),
		description: 'Only events of this customer',
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
	saleType,
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
