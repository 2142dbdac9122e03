import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import { forModel, forTool } from '../../input/model';
import { readFields } from '../../input/fields';
import { checkResponse } from '../../transport/expected';
import { apiRequest } from '../../transport/request';
import type { Result, Menu, Shape } from '../types';
import { allFolders, folderQueries } from './allFolders';
import { filterRules, linkFilters } from './fields';

export const menu: Menu = {
	name: 'Count',
	description: 'Count short links: a total, or by domain, folder, tag, or user',
	action: 'Count links',
};

export const toolDescription =
	'Count short links that are not archived: all, or by domain, folder, tag, or user. For clicks, use Get Analytics.';

export const output: Shape = { count: 'integer' };

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
	{
		...allFolders,
		default: false,
		...forTool(true),
		description:
			'Whether to count links in every folder that the credential can access, with a request for each folder. If off, only links in no folder are counted, unless you set a filter that covers folders.',
	},
	linkFilters,
];

const groupsSchema = z.array(z.looseObject({ _count: z.number() }));

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<Result> {
	const form = readFields(context, itemIndex, properties, filterRules);
	const { groupBy, filters } = form;
	const folders = form.allFolders ? folderQueries(context, filters) : [{}];
	const groups = new Map<string, IDataObject & { count: number }>();
	let total: number | undefined;
	for await (const folder of folders) {
		const query = { ...filters, ...folder, groupBy };
		const request = { method: 'GET', path: '/links/count', query } as const;
		const counted = await apiRequest(context, request);
		if (typeof counted === 'number') {
			total = (total ?? 0) + counted;
			continue;
		}
		// A group can be in several folders.
		for (const { _count, ...group } of checkResponse(groupsSchema, counted, request)) {
			const key = JSON.stringify(group);
			groups.set(key, { ...group, count: (groups.get(key)?.count ?? 0) + _count });
		}
	}
	return total === undefined ? [...groups.values()] : { count: total };
}
