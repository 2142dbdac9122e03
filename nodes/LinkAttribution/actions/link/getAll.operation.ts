import {
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { returnAs } from '../../file/parameters';
import { readFields } from '../../input/fields';
import { cursorPages } from '../../transport/cursorPages';
import { finitePages, numberedPages, type ListRequest, type Page } from '../../transport/pages';
import type { ApiContext } from '../../transport/types';
import { getMany, returnAllOrLimit, simplify } from '../output';
import type { Result } from '../types';
import { filterRules, linkFilters } from './fields';
import { simplifyLink } from './output';

const MAX_FOLDERS_PER_PAGE = 50;

export const properties: INodeProperties[] = [
	...returnAllOrLimit,
	...returnAs,
	simplify,
	{
		displayName: 'All Folders',
		name: 'allFolders',
		type: 'boolean',
		default: false,
		description:
			'Whether to include links in every folder that the credential can access, after those in no folder. If off, only links in no folder are included, unless you set a filter that covers folders.',
	},
	linkFilters,
];

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<Result> {
	const form = readFields.call(this, itemIndex, properties, filterRules);
	if (form.allFolders && form.filters.folderId) {
		throw new UserError("'All Folders' is on and 'Folder' is set. Remove one of them.");
	}
	return await getMany.call(this, form, {
		path: '/links',
		countPath: '/links/count',
		query: form.filters,
		needs: { scope: 'links.read' },
		pages: form.allFolders ? pagesOfAllFolders : cursorPages,
		simplify: simplifyLink,
	});
}

/** With these filters, the service searches every folder. */
const WIDENING = ['domain', 'search', 'tagIds', 'tagNames', 'tenantId'];

async function* pagesOfAllFolders(
	this: ApiContext,
	request: ListRequest,
	max: number,
	maxPageSize: number,
): AsyncGenerator<Page> {
	const seen = new Set<unknown>();
	for await (const folder of folderQueries.call(this, request.query ?? {})) {
		const inFolder = { ...request, query: { ...request.query, ...folder } };
		for await (const page of cursorPages.call(this, inFolder, max, maxPageSize)) {
			// A link that is moved in the meantime is in two folders.
			yield page.filter(({ id }) => seen.size < seen.add(id).size);
		}
	}
}

/** The query for links in no folder, then that of each folder. */
async function* folderQueries(this: ApiContext, filters: IDataObject): AsyncGenerator<IDataObject> {
	yield {};
	if (WIDENING.some((name) => filters[name] !== undefined && String(filters[name]) !== '')) return;
	const folders = { path: '/folders', needs: { scope: 'folders.read' } };
	const pages = numberedPages.call(this, folders, Infinity, MAX_FOLDERS_PER_PAGE);
	for await (const page of finitePages(pages)) {
		for (const { id } of page) yield { folderId: id };
	}
}
