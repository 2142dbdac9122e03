import {
	updateDisplayOptions,
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { z } from 'zod/v4';
import { check, sortOrder } from '../../helpers/check';
import { isSimple } from '../../helpers/flags';
import { given } from '../../helpers/given';
import { mostItems } from '../../helpers/limit';
import { cursorPages } from '../../transport/cursorPages';
import { collect, numberedPages } from '../../transport/pages';
import { returnAllOrLimit, simplify } from '../common.descriptions';
import { filterCollections, filterQuery } from './filters';
import { readPeriod } from './period';
import { simplifyCommission } from './simplify';

const MAX_PAGE_SIZE = 100;

const properties: INodeProperties[] = [
	...returnAllOrLimit,
	simplify,
	...filterCollections,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: 'Sort By',
				name: 'sortBy',
				type: 'options',
				options: [
					{
						name: 'Amount',
						value: 'amount',
						description: 'Of the sale; the service gives at most 100,000 commissions so',
					},
					{ name: 'Created At', value: 'createdAt' },
				],
				default: 'createdAt',
				description: 'The field to sort by',
			},
			{
				displayName: 'Sort Order',
				name: 'sortOrder',
				type: 'options',
				options: [
					{ name: 'Ascending', value: 'asc', description: 'Oldest or smallest first' },
					{ name: 'Descending', value: 'desc', description: 'Newest or largest first' },
				],
				default: 'desc',
				description: 'Which commissions come first',
			},
		],
	},
];

export const description = updateDisplayOptions(
	{ show: { resource: ['commission'], operation: ['getAll'] } },
	properties,
);

const sorting = z
	.object({
		sortBy: z.enum(['createdAt', 'amount'], { message: 'must be createdAt or amount' }),
		sortOrder,
	})
	.partial();

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject[]> {
	const most = mostItems.call(this, itemIndex);
	const filters = given(this.getNodeParameter('filters', itemIndex));
	const exclude = given(this.getNodeParameter('exclude', itemIndex) as IDataObject);
	const sort = check(sorting, given(this.getNodeParameter('options', itemIndex)));
	const period = readPeriod(filters, this.getTimezone());
	const query = { ...filterQuery(filters, exclude), ...period.query };
	if ('invoiceId' in query && Object.keys(query).length > 1) {
		throw new UserError(
			"'Invoice ID' cannot be combined with other filters, which the service would ignore. Leave them out.",
		);
	}
	const request = { path: '/commissions', query: { ...query, ...sort } };
	const simple = isSimple.call(this, itemIndex);
	// The service has no cursor in the order of amounts.
	const pages = sort.sortBy === 'amount' ? numberedPages : cursorPages;
	// With a period narrower than what the service gives, nobody knows how many commissions it takes.
	const wanted = period.narrower ? Infinity : most;
	return await collect(pages.call(this, request, wanted, MAX_PAGE_SIZE), most, (commission) => {
		if (!period.contains(commission)) return undefined;
		return simple ? simplifyCommission(commission) : commission;
	});
}
