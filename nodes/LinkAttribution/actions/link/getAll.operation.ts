import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { readFields } from '../../input/fields';
import { cursorPages } from '../../transport/cursorPages';
import { ApiError } from '../../transport/apiError';
import { finitePages, numberedPages, type ListRequest, type Page } from '../../transport/pages';
import type { ApiContext } from '../../transport/types';
import { asError } from '../../input/unknown';
import { getMany, listOutput, simplify } from '../output';
import type { Result, Menu } from '../types';
import { filterRules, linkFilters } from './fields';
import { simplifyLink, linkShape } from './output';

const MAX_FOLDERS_PER_PAGE = 50;

export const menu: Menu = {
	name: 'Get Many',
	description: 'Retrieve a list of short links, newest first',
	action: 'Get many links',
};

export const toolDescription =
	'List or search short links, newest first, with clicks, leads, and sales since they were created. For the top links of a period, use Get Analytics.';

export const output = linkShape;

export const properties: INodeProperties[] = [
	...listOutput,
	simplify,
	{
		displayName: 'All Folders',
		name: 'allFolders',
		type: 'boolean',
		default: true,
		description:
			'Whether to include links in every folder that the credential can access, after those in no folder. Ignored when you set a filter for a folder. If off, only links in no folder are included, unless you set a filter that covers folders.',
	},
	linkFilters,
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<Result> {
	const form = readFields(context, itemIndex, properties, filterRules);
	const { folderId } = form.filters;
	return await getMany(context, form, {
		path: '/links',
		countPath: '/links/count',
		query: form.filters,
		pages: form.allFolders && !folderId ? pagesOfAllFolders : cursorPages,
		simplify: (link) => simplifyLink(context, link),
	});
}

/** With these filters, the service searches every folder. */
const WIDENING = ['domain', 'search', 'tagIds', 'tagNames', 'tenantId'];

function isWide(filters: IDataObject): boolean {
	return WIDENING.some((name) => filters[name] !== undefined && String(filters[name]) !== '');
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
			yield page.filter(({ id }) => seen.size < seen.add(id).size);
		}
	}
}

/** The query for links in no folder, then that of each folder. */
async function* folderQueries(
	context: ApiContext,
	filters: IDataObject,
): AsyncGenerator<IDataObject> {
	yield {};
	if (isWide(filters)) return;
	const folders = { path: '/folders' };
	const pages = numberedPages(context, folders, Infinity, MAX_FOLDERS_PER_PAGE);
	try {
		for await (const page of finitePages(pages)) {
			for (const { id } of page) yield { folderId: id };
		}
	} catch (thrown) {
		if (thrown instanceof ApiError)
			thrown.note = "To list only links in no folder, turn off 'All Folders'.";
		throw asError(thrown);
	}
}
