import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import { check, flag, sortOrder, texts } from '../../helpers/check';
import { countryCode } from '../../helpers/country';
import { isSimple } from '../../helpers/flags';
import { given } from '../../helpers/given';
import { mostItems } from '../../helpers/limit';
import { readLocator } from '../../input/locators';
import { plainText } from '../../input/text';
import { cursorPages } from '../../transport/cursorPages';
import { collect, numberedPages } from '../../transport/pages';
import { linkLocator, partnerIdLocator } from '../../input/locators';
import { returnAllOrLimit, simplify } from '../output';
import { chosenLink, findLink } from '../link/chosenLink';
import { includeExpandedFields } from './customer';
import { simplifyCustomer } from './output';

const MAX_PAGE_SIZE = 100;

export const properties: INodeProperties[] = [
	...returnAllOrLimit,
	simplify,
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: [
			{
				displayName: 'Country',
				name: 'country',
				type: 'string',
				default: '',
				placeholder: 'e.g. US',
				description: 'Only customers from this country, as a two-letter ISO 3166-1 code',
			},
			{
				displayName: 'Email',
				name: 'email',
				type: 'string',
				default: '',
				placeholder: 'e.g. name@email.com',
				description: 'Only the customer with exactly this email',
			},
			{
				displayName: 'External ID',
				name: 'externalId',
				type: 'string',
				default: '',
				placeholder: 'e.g. user_42',
				description:
					'Only the customer with exactly this ID in your own database, with or without ext_',
			},
			{ ...linkLocator, description: 'Only customers who came by this link' },
			{ ...partnerIdLocator, description: 'Only customers whom this partner brought' },
			{
				displayName: 'Program ID',
				name: 'programId',
				type: 'string',
				default: '',
				placeholder: 'e.g. prog_1K9BZE1K285BSTX4W6MPKXJFZ',
				description: 'Only customers who came by links of this partner program',
			},
			{
				displayName: 'Search',
				name: 'search',
				type: 'string',
				default: '',
				placeholder: 'e.g. nathan',
				description: 'Only customers whose name, email or external ID contains this text',
			},
		],
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			includeExpandedFields,
			{
				displayName: 'Sort By',
				name: 'sortBy',
				type: 'options',
				options: [
					{ name: 'Created At', value: 'createdAt' },
					{ name: 'First Sale At', value: 'firstSaleAt' },
					{ name: 'Sale Amount', value: 'saleAmount' },
					{ name: 'Subscription Canceled At', value: 'subscriptionCanceledAt' },
				],
				default: 'createdAt',
				description:
					'The field to sort by. The service lists at most 100,000 customers by another field than Created At.',
			},
			{
				displayName: 'Sort Order',
				name: 'sortOrder',
				type: 'options',
				options: [
					{ name: 'Ascending', value: 'asc', description: 'Earliest or smallest first' },
					{ name: 'Descending', value: 'desc', description: 'Latest or greatest first' },
				],
				default: 'desc',
				description: 'Whether the greatest or the smallest come first',
			},
		],
	},
];

const SORTS = ['createdAt', 'firstSaleAt', 'saleAmount', 'subscriptionCanceledAt'] as const;

const choices = z
	.object({
		includeExpandedFields: flag,
		sortBy: z.enum(SORTS, { message: `must be one of ${SORTS.join(', ')}` }),
		sortOrder,
	})
	.partial();

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject[]> {
	const most = mostItems.call(this, itemIndex);
	const { country, externalId, linkId, partnerId, ...filters } = given(
		this.getNodeParameter('filters', itemIndex),
	);
	const options = check(choices, given(this.getNodeParameter('options', itemIndex)));
	const request = {
		path: '/customers',
		query: {
			...check(texts, filters),
			...(country && { country: countryCode(country, 'Country') }),
			// Unlike elsewhere without its prefix.
			...(externalId && {
				externalId: plainText(externalId, 'External ID').trim().replace(/^ext_/, ''),
			}),
			...(readLocator(linkId, 'Link').text && { linkId: await linkIdOf.call(this, linkId) }),
			partnerId: readLocator(partnerId, 'Partner').text,
			...options,
		},
		needs: { plan: 'Business' as const },
	};
	// The service takes a cursor only when it sorts by creation.
	const pages = (options.sortBy ?? 'createdAt') === 'createdAt' ? cursorPages : numberedPages;
	const simple = isSimple.call(this, itemIndex);
	return await collect(
		pages.call(this, request, most, MAX_PAGE_SIZE),
		most,
		simple ? simplifyCustomer : undefined,
	);
}

/** The filter takes the ID in the service alone. */
async function linkIdOf(this: IExecuteFunctions, value: unknown): Promise<string> {
	const id = await chosenLink.call(this, value);
	return id.startsWith('ext_') ? String((await findLink.call(this, value)).id) : id;
}
