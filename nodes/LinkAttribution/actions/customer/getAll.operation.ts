import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { FILTERS } from '../../input/collections';
import { readFields } from '../../input/fields';
import { linkLocator, partnerIdLocator } from '../../input/locators';
import { menuSince1_1 } from '../../input/loadOptions';
import { countryCode } from '../../input/rules';
import { plainText } from '../../input/text';
import type { Rules } from '../../input/types';
import { cursorPages } from '../../transport/cursorPages';
import { numberedPages } from '../../transport/pages';
import { chosenLink, findLink } from '../link/chosenLink';
import { getMany, listOutput, simplify, sortOptions } from '../output';
import type { Result } from '../types';
import { includeExpandedFields } from './fields';
import { simplifyCustomer } from './output';

const LIMITED = { description: 'Returns at most 100,000 customers' };

const sort = sortOptions({
	options: [
		{ name: 'Created At', value: 'createdAt' },
		{ name: 'First Sale At', value: 'firstSaleAt', ...LIMITED },
		{ name: 'Sale Amount', value: 'saleAmount', ...LIMITED },
		{ name: 'Subscription Canceled At', value: 'subscriptionCanceledAt', ...LIMITED },
	],
	default: 'createdAt',
});

const country: INodeProperties = {
	displayName: 'Country',
	name: 'country',
	type: 'string',
	default: '',
	placeholder: 'e.g. US',
	description: 'Only customers from this country, as a two-letter ISO 3166-1 code',
};

export const properties: INodeProperties[] = [
	...listOutput,
	simplify,
	{
		...FILTERS,
		options: [
			...menuSince1_1('getCountries', country, {
				description: 'Only customers from this country',
			}),
			{
				displayName: 'Email',
				name: 'email',
				type: 'string',
				default: '',
				placeholder: 'e.g. name@email.com',
				description: 'Only the customer with this email',
			},
			{
				displayName: 'External ID',
				name: 'externalId',
				type: 'string',
				default: '',
				placeholder: 'e.g. user_42',
				description: 'Only the customer with this ID in your own database, with or without ext_',
			},
			{ ...linkLocator, description: 'Only customers brought by this link' },
			{ ...partnerIdLocator, description: 'Only customers brought by this partner' },
			{
				displayName: 'Program ID',
				name: 'programId',
				type: 'string',
				default: '',
				placeholder: 'e.g. prog_1K9BZE1K285BSTX4W6MPKXJFZ',
				description: 'Only customers brought by links of this partner program',
			},
			{
				displayName: 'Search',
				name: 'search',
				type: 'string',
				default: '',
				placeholder: 'e.g. nathan',
				description: 'Only customers with this text in their name, email, or external ID',
			},
		],
	},
	{
		...sort,
		displayName: 'Options',
		placeholder: 'Add Option',
		options: [includeExpandedFields, ...(sort.options as INodeProperties[])],
	},
];

const rules: Rules = {
	country: countryCode,
	// Unlike paths, the filter takes no prefix.
	externalId: (raw, { label }) => plainText(raw, label).trim().replace(/^ext_/, ''),
};

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<Result> {
	const form = readFields.call(this, itemIndex, properties, rules);
	const { filters, options } = form;
	const linkId = filters.linkId && (await linkIdOf.call(this, filters.linkId));
	return await getMany.call(this, form, {
		path: '/customers',
		query: { ...filters, linkId, ...options },
		needs: { plan: 'Business' },
		// The service has cursors only for a list sorted by creation.
		pages: (options.sortBy ?? 'createdAt') === 'createdAt' ? cursorPages : numberedPages,
		simplify: simplifyCustomer,
	});
}

/** The link's ID in the service: the filter takes no external ID. */
async function linkIdOf(this: IExecuteFunctions, value: unknown): Promise<string> {
	const id = await chosenLink.call(this, value);
	return id.startsWith('ext_') ? String((await findLink.call(this, value)).id) : id;
}
