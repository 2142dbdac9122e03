import {
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { isOn, isSimple } from '../../helpers/flags';
import { mostItems } from '../../helpers/limit';
import { simplifyLink } from './output';
import { cursorPages } from '../../transport/cursorPages';
import {
	collect,
	finitePages,
	numberedPages,
	type ListRequest,
	type Page,
} from '../../transport/pages';
import { returnAllOrLimit, simplify } from '../output';
import { listFilters, listQuery } from './listFilters';

const MAX_PAGE_SIZE = 100;
const MOST_FOLDERS_PER_PAGE = 50;

export const properties: INodeProperties[] = [
	...returnAllOrLimit,
	simplify,
	{
		displayName: 'All Folders',
		name: 'allFolders',
		type: 'boolean',
		default: false,
		description:
			'Whether to list the links of every folder that the credential may see, after those in no folder. Otherwise the service lists only the links in no folder, unless Filters say where to look.',
	},
	listFilters,
];

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject[]> {
	const most = mostItems.call(this, itemIndex);
	const query = listQuery(this.getNodeParameter('filters', itemIndex));
	const request = { path: '/links', query, needs: { scope: 'links.read' } };
	const allFolders = isOn(this.getNodeParameter('allFolders', itemIndex, false), 'All Folders');
	if (allFolders && query.folderId) {
		throw new UserError("'All Folders' is on and 'Folder' is given. Leave one of them out.");
	}
	const pages = allFolders
		? pagesOfAllFolders.call(this, request, most)
		: cursorPages.call(this, request, most, MAX_PAGE_SIZE);
	const simple = isSimple.call(this, itemIndex);
	const seen = new Set<unknown>();
	return await collect(pages, most, (link) => {
		// A link that is moved meanwhile is in two folders.
		if (seen.size === seen.add(link.id).size) return undefined;
		return simple ? simplifyLink(link) : link;
	});
}

/** With these filters the service looks into every folder by itself. */
const WIDENING = ['domain', 'search', 'tagIds', 'tagNames', 'tenantId'];

async function* pagesOfAllFolders(
	this: IExecuteFunctions,
	request: ListRequest & { query: IDataObject },
	most: number,
): AsyncGenerator<Page> {
	yield* cursorPages.call(this, request, most, MAX_PAGE_SIZE);
	const { query } = request;
	if (WIDENING.some((name) => query[name] !== undefined && String(query[name]) !== '')) return;
	const folders = { path: '/folders', needs: { scope: 'folders.read' } };
	const pages = numberedPages.call(this, folders, Infinity, MOST_FOLDERS_PER_PAGE);
	for await (const page of finitePages(pages)) {
		for (const { id: folderId } of page) {
			const inFolder = { ...request, query: { ...query, folderId } };
			yield* cursorPages.call(this, inFolder, most, MAX_PAGE_SIZE);
		}
	}
}
