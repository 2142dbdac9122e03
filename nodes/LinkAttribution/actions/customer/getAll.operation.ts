import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { FILTERS } from '../../input/collections';
import { EMAIL, PROGRAM_ID, SEARCH } from '../commonFields';
import { readFields } from '../../input/fields';
import { linkLocator, partnerIdLocator } from '../../methods/locators';
import { countryMenu } from '../../methods/menus';
import { countryCode } from '../../input/rules';
import { plainText } from '../../input/text';
import type { Rules } from '../../input/types';
import { cursorPages } from '../../pagination/cursorPages';
import { numberedPages } from '../../pagination/pages';
import { chosenLink, findLink } from '../link/chosenLink';
import { getMany, listOutput, simplify, sortOptions } from '../output';
import type { Result, Menu } from '../types';
import { externalIdField, includeExpandedFields } from './fields';
import { simplifyCustomer, customerShape } from './output';

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

export const menu: Menu = {
	name: 'Get Many',
	description: 'Retrieve a list of customers',
	action: 'Get many customers',
};

export const toolDescription = 'List or search customers, newest first.';

export const output = customerShape;

export const properties: INodeProperties[] = [
	...listOutput,
	simplify,
	{
		...FILTERS,
		options: [
			{ ...countryMenu('Only customers from this country'), ...forModel('Country, e.g. DE') },
			{ ...EMAIL, description: 'Only the customer with this email' },
			{
				...externalIdField,
				description: 'Only the customer with this ID in your own database, with or without ext_',
			},
			{
				...linkLocator,
				...forModel('Only through this short link or link ID'),
				description: 'Only customers brought by this link',
			},
			{
				...partnerIdLocator,
				...forModel('Only of this partner ID'),
				description: 'Only customers brought by this partner',
			},
			{ ...PROGRAM_ID, description: 'Only customers brought by links of this partner program' },
			{
				...SEARCH,
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

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<Result> {
	const form = readFields(context, itemIndex, properties, rules);
	const { filters, options } = form;
	const linkId = filters.linkId && (await linkIdOf(context, filters.linkId));
	return await getMany(context, form, {
		path: '/customers',
		query: { ...filters, linkId, ...options },
		// The service has cursors only for a list sorted by creation.
		pages: (options.sortBy ?? 'createdAt') === 'createdAt' ? cursorPages : numberedPages,
		simplify: simplifyCustomer,
	});
}

/** The link's ID in the service: the filter takes no external ID. */
async function linkIdOf(context: IExecuteFunctions, value: unknown): Promise<string> {
	const id = await chosenLink(context, value);
	return id.startsWith('ext_') ? String((await findLink(context, value)).id) : id;
}
