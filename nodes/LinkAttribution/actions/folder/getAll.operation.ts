import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { FILTERS } from '../../input/collections';
import { SEARCH } from '../commonFields';
import { readFields } from '../../input/fields';
import { getMany, listOutput } from '../output';
import type { Result, Menu } from '../types';
import { folderShape } from './fields';

export const menu: Menu = {
	name: 'Get Many',
	description: 'Retrieve a list of folders that the credential can access',
	action: 'Get many folders',
};

export const toolDescription = 'List folders, to find the ID of one by name.';

export const output = folderShape;

export const properties: INodeProperties[] = [
	...listOutput,
	{
		...FILTERS,
		options: [
			{
				...SEARCH,
				placeholder: 'e.g. campaign',
				description: 'Only folders with this text in their name',
			},
		],
	},
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<Result> {
	const form = readFields(context, itemIndex, properties);
	return await getMany(context, form, { path: '/folders', query: form.filters, maxPageSize: 50 });
}
