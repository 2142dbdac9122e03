import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { readFields } from '../../input/fields';
import { cursorPages } from '../../pagination/cursorPages';
import { unread, type ListRequest, type Page } from '../../pagination/pages';
import type { ApiContext } from '../../transport/types';
import { getMany, listOutput, simplify } from '../output';
import type { Result, Menu } from '../types';
import { allFolders, folderQueries } from './allFolders';
import { filterRules, linkFilters } from './fields';
import { simplifyLink, linkShape } from './output';

export const menu: Menu = {
	name: 'Get Many',
	description: 'Retrieve a list of short links, newest first',
	action: 'Get many links',
};

export const toolDescription =
	'List or search short links that are not archived, newest first, with clicks, leads, and sales since they were created. For the top links of a period, use Get Analytics.';

export const output = linkShape;

export const properties: INodeProperties[] = [...listOutput, simplify, allFolders, linkFilters];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<Result> {
	const form = readFields(context, itemIndex, properties, filterRules);
	return await getMany(context, form, {
		path: '/links',
		countPath: '/links/count',
		query: form.filters,
		pages: form.allFolders ? pagesOfAllFolders : cursorPages,
		simplify: (link) => simplifyLink(context, link),
	});
}

async function* pagesOfAllFolders(
	context: ApiContext,
	request: ListRequest,
	max: number,
	maxPageSize: number,
): AsyncGenerator<Page> {
	const seen = new Set<unknown>();
	for await (const folder of folderQueries(context, request.query ?? {})) {
		const inFolder = { ...request, query: { ...request.query, ...folder } };
		for await (const page of cursorPages(context, inFolder, max, maxPageSize)) {
			// A link that is moved in the meantime is in two folders.
			yield unread(page, seen);
		}
	}
}
