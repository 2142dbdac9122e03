import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { FILTERS } from '../../input/collections';
import { SEARCH } from '../commonFields';
import { readFields } from '../../input/fields';
import { getMany, listOutput, simplify } from '../output';
import type { Result, Menu } from '../types';
import { simplifyDomain, domainShape } from './output';

export const menu: Menu = {
	name: 'Get Many',
	description: 'Retrieve a list of domains, either those in use or those archived',
	action: 'Get many domains',
};

export const toolDescription = 'List the domains that short links can use.';

export const output = domainShape;

export const properties: INodeProperties[] = [
	...listOutput,
	simplify,
	{
		...FILTERS,
		options: [
			{
				displayName: 'Archived',
				name: 'archived',
				type: 'boolean',
				default: true,
				description: 'Whether to return archived domains instead of those in use',
			},
			{
				...SEARCH,
				placeholder: 'e.g. example',
				description: 'Only domains with this text in their name',
			},
		],
	},
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<Result> {
	const form = readFields(context, itemIndex, properties);
	return await getMany(context, form, {
		path: '/domains',
		query: form.filters,
		maxPageSize: 50,
		simplify: simplifyDomain,
	});
}
