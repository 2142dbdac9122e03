import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import { check, sortOrder, texts } from '../../helpers/check';
import { given } from '../../helpers/given';
import { mostItems } from '../../helpers/limit';
import { toList } from '../../input/lists';
import { collect, numberedPages } from '../../transport/pages';
import { returnAllOrLimit } from '../output';

const MAX_PAGE_SIZE = 100;

export const properties: INodeProperties[] = [
	...returnAllOrLimit,
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: [
			{
				displayName: 'Search',
				name: 'search',
				type: 'string',
				default: '',
				placeholder: 'e.g. news',
				description: 'Only tags whose name contains this text',
			},
			{
				displayName: 'Tag IDs',
				name: 'ids',
				type: 'string',
				default: '',
				placeholder: 'e.g. tag_1, tag_2',
				description: 'Only these tags, comma-separated or as an array',
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
			{
				displayName: 'Sort By',
				name: 'sortBy',
				type: 'options',
				options: [
					{ name: 'Created At', value: 'createdAt' },
					{ name: 'Name', value: 'name' },
				],
				default: 'name',
				description: 'What the tags are sorted by',
			},
			{
				displayName: 'Sort Order',
				name: 'sortOrder',
				type: 'options',
				options: [
					{ name: 'Ascending', value: 'asc', description: 'From A to Z, or oldest first' },
					{ name: 'Descending', value: 'desc', description: 'From Z to A, or newest first' },
				],
				default: 'asc',
				description: 'In which direction the tags are sorted',
			},
		],
	},
];

const sorting = z
	.object({
		sortBy: z.enum(['name', 'createdAt'], { message: 'must be name or createdAt' }),
		sortOrder,
	})
	.partial();

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject[]> {
	const most = mostItems.call(this, itemIndex);
	const { ids, ...filters } = given(this.getNodeParameter('filters', itemIndex));
	const request = {
		path: '/tags',
		query: {
			...check(texts, filters),
			ids: toList(ids, 'Tag IDs'),
			...check(sorting, given(this.getNodeParameter('options', itemIndex))),
		},
		needs: { scope: 'tags.read' },
	};
	return await collect(numberedPages.call(this, request, most, MAX_PAGE_SIZE), most);
}
