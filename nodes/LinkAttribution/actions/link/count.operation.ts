import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { readFields } from '../../input/fields';
import { asList } from '../../transport/expected';
import { apiRequest } from '../../transport/request';
import type { Result, Menu, Shape } from '../types';
import { filterRules, linkFilters } from './fields';

export const menu: Menu = {
	name: 'Count',
	description: 'Count short links: a total, or by domain, folder, tag, or user',
	action: 'Count links',
};

export const toolDescription =
	'Count short links: all, or by domain, folder, tag, or user. For clicks, use Get Analytics.';

export const output: Shape = {
	count: 'integer',
};

export const properties: INodeProperties[] = [
	{
		displayName: 'Group By',
		name: 'groupBy',
		type: 'options',
		options: [
			{ name: 'Domain', value: 'domain' },
			{ name: 'Folder', value: 'folderId' },
			{ name: 'Nothing', value: '', description: 'A single total' },
			{ name: 'Tag', value: 'tagId' },
			{ name: 'User', value: 'userId' },
		],
		...forModel('Empty for one total', ''),
		default: '',
		description:
			'How to group the counts. Returns an item with the ID and the count for each group.',
	},
	linkFilters,
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<Result> {
	const { groupBy, filters } = readFields(context, itemIndex, properties, filterRules);
	const request = { method: 'GET', path: '/links/count' } as const;
	const counted = await apiRequest(context, {
		...request,
		query: { ...filters, groupBy },
	});
	if (typeof counted === 'number') return { count: counted };
	return asList(counted, request).map(({ _count: count, ...group }) => ({ ...group, count }));
}
