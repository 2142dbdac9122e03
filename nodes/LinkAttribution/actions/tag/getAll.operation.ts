import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { FILTERS } from '../../input/collections';
import { SEARCH } from '../commonFields';
import { readFields } from '../../input/fields';
import { list } from '../../input/lists';
import { getMany, listOutput, sortOptions } from '../output';
import type { Result, Menu } from '../types';
import { tagShape } from './fields';

export const menu: Menu = {
	name: 'Get Many',
	description: 'Retrieve a list of tags',
	action: 'Get many tags',
};

export const toolDescription = 'List tags, to find the ID of one by name.';

export const output = tagShape;

export const properties: INodeProperties[] = [
	...listOutput,
	{
		...FILTERS,
		options: [
			{
				...SEARCH,
				placeholder: 'e.g. news',
				description: 'Only tags with this text in their name',
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
	sortOptions(
		{
			options: [
				{ name: 'Created At', value: 'createdAt' },
				{ name: 'Name', value: 'name' },
			],
			default: 'name',
		},
		'asc',
	),
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<Result> {
	const form = readFields(context, itemIndex, properties, { ids: list });
	return await getMany(context, form, {
		path: '/tags',
		query: { ...form.filters, ...form.options },
	});
}
