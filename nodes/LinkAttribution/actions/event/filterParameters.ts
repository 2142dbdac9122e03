import type { INodeProperties } from 'n8n-workflow';
import { forModel, forPeople } from '../../input/model';
import { EXCLUDE, FILTERS } from '../../input/collections';
import { byLabel } from '../../input/labels';
import {
	customerLocator,
	domainLocator,
	folderLocator,
	linkLocator,
	partnerIdLocator,
	tagLocator,
	withModes,
} from '../../methods/locators';
import { countryField, severalFrom } from '../../methods/menus';
import { groupFilter, partnerTagFilter, tenantId } from '../commonFields';
import { metadataFilters, metadataText } from './metadata';

/** As the service stores them. */
export const DEVICES = [
	...['Console', 'Desktop', 'Embedded', 'Mobile', 'Smarttv', 'Tablet', 'Unknown', 'Wearable', 'Xr'],
];

/** The most frequent ones, as the service stores them. */
export const BROWSERS = [
	...['Chrome', 'Edge', 'Facebook', 'Firefox', 'Instagram', 'LinkedIn', 'Mobile Safari'],
	...['Opera', 'Safari', 'Samsung Internet', 'TikTok'],
];

export const SYSTEMS = ['Android', 'Chrome OS', 'iOS', 'Linux', 'Mac OS', 'Windows'];

function menuOf(names: string[]): INodeProperties['options'] {
	return names.map((name) => ({ name, value: name }));
}

/** Filters for several values, which can also be excluded. */
export const multiFilters: INodeProperties[] = [
	{
		displayName: 'Browser',
		name: 'browser',
		type: 'string',
		default: '',
		placeholder: 'e.g. Chrome, Safari',
		description: 'Browsers, comma-separated, with the names that the service uses',
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
		...countryField,
		...forModel('Only these countries, e.g. US, DE'),
		placeholder: 'e.g. US, DE',
		description: 'Two-letter ISO 3166-1 codes, comma-separated',
	},
	{
		displayName: 'Destination URL',
		name: 'url',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://example.com/landing-page',
		description: 'Destination URLs, comma-separated. Query strings are ignored.',
	},
	{
		displayName: 'Device',
		name: 'device',
		type: 'string',
		default: '',
		placeholder: 'e.g. Desktop, Mobile',
		description: 'Device types, comma-separated, with the names that the service uses',
	},
	{
		...domainLocator,
		description:
			'A domain of short links. In By Name mode, you can enter several, comma-separated.',
	},
	{
		...folderLocator,
		description: 'A folder. In By ID mode, you can enter several, comma-separated.',
	},
	groupFilter,
	{
		...withModes(linkLocator, ['list', 'url', 'id']),
		...forModel('Only of this short link or link ID'),
		description:
			'A link. In By ID mode, you can enter several, comma-separated. When set, other link filters are ignored.',
	},
	{
		displayName: 'Operating System',
		name: 'os',
		type: 'string',
		default: '',
		placeholder: 'e.g. iOS, Android',
		description: 'Operating systems, comma-separated, with the names that the service uses',
	},
	{
		...partnerIdLocator,
		...forModel('Only of this partner ID'),
		description: 'A partner. In By ID mode, you can enter several, comma-separated.',
	},
	{
		...partnerTagFilter,
		description:
			'Partner tags, comma-separated. For clicks and leads, works only with another link filter.',
	},
	{
		displayName: 'Referer',
		name: 'referer',
		type: 'string',
		default: '',
		placeholder: 'e.g. google.com',
		description:
			'Hostnames that visitors came from, comma-separated. Use (direct) for visits without a referer.',
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
			'Full ISO 3166-2 code. The public service supports one region at a time; Country is ignored.',
	},
	{
		...tagLocator,
		description: 'A link tag. In By ID mode, you can enter several, comma-separated.',
	},
	{ ...tenantId, description: 'Tenant IDs in your own system, comma-separated' },
	{
		displayName: 'Trigger',
		name: 'trigger',
		type: 'multiOptions',
		options: [
			{ name: 'Link', value: 'link', description: 'The short link was visited' },
			{ name: 'Page View', value: 'pageview', description: 'A page of your website was viewed' },
			{ name: 'QR Code', value: 'qr', description: 'The QR code was scanned' },
		],
		default: [],
		description: 'What led to the click. Leave empty to include all triggers.',
	},
	...[
		['Campaign', 'campaigns'],
		['Content', 'contents'],
		['Medium', 'media'],
		['Source', 'sources'],
		['Term', 'terms'],
	].map(([label, plural]): INodeProperties => ({
		displayName: `UTM ${label}`,
		name: `utm_${label.toLowerCase()}`,
		type: 'string',
		default: '',
		description: `UTM ${plural} of the destination URL, comma-separated`,
	})),
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
	description: 'Only sales of this type. Leave empty to include both.',
};

/** Filters for one value. */
export const singleFilters: INodeProperties[] = [
	{
		displayName: 'Link External ID',
		name: 'externalId',
		type: 'string',
		default: '',
		placeholder: 'e.g. order-1234',
		description: 'Only events of the link with this ID in your own database, with or without ext_',
	},
	metadataText,
	{
		displayName: 'Root Domain',
		name: 'root',
		type: 'boolean',
		default: true,
		description:
			'Whether to include only visits to the domain itself (on) or only visits to short links (off). Remove this filter to include both.',
	},
	saleType,
	{
		displayName: 'Slug',
		name: 'key',
		type: 'string',
		default: '',
		placeholder: 'e.g. summer',
		description: 'Only events of the short link with this slug. Requires Domain.',
	},
	{ ...withModes(customerLocator, ['list', 'id']), description: 'Only events of this customer' },
];

/** Filters of the node, with menus for what has a known set of values. */
const chosenFilters: Record<string, Partial<INodeProperties>> = {
	browser: {
		options: menuOf(BROWSERS),
		description: 'Browsers of the visitors. For another one, use an expression.',
	},
	device: { options: menuOf(DEVICES), description: 'Devices of the visitors' },
	os: {
		options: menuOf(SYSTEMS),
		description: 'Operating systems of the visitors. For another one, use an expression.',
	},
};

function withMenu(filter: INodeProperties): INodeProperties {
	if (filter.name === 'country') {
		return severalFrom('getCountries', { ...filter, description: 'Countries of the visitors' });
	}
	const chosen = chosenFilters[filter.name];
	return chosen
		? { ...filter, ...chosen, type: 'multiOptions', default: [], placeholder: undefined }
		: filter;
}

function collectionsOf(multi: INodeProperties[], single: INodeProperties[]): INodeProperties[] {
	return [
		{
			...FILTERS,
			description:
				'Only events that match all filters. A filter with several values matches any of them.',
			options: [...multi, ...single].sort(byLabel),
		},
		{
			...EXCLUDE,
			description: 'Skip events that match any of these',
			options: multi.map(forPeople),
		},
	];
}

/** Of the trigger. */
export const filterCollections = collectionsOf(multiFilters, singleFilters);

/** The filters of the node's operations; those of the trigger are text. */
export const nodeFilterCollections = collectionsOf(multiFilters.map(withMenu), [
	...singleFilters.filter(({ name }) => name !== 'query'),
	...metadataFilters,
]);
