import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isBlank } from '../../input/text';
import { asError } from '../../input/unknown';
import { ApiError } from '../../transport/apiError';
import { collect } from '../../pagination/items';
import { numberedPages } from '../../pagination/pages';
import type { ApiContext } from '../../transport/types';

export const allFolders: INodeProperties = {
	displayName: 'All Folders',
	name: 'allFolders',
	type: 'boolean',
	default: true,
	description:
		'Whether to include links in every folder that the credential can access, after those in no folder. Ignored when you set a filter for a folder. If off, only links in no folder are included, unless you set a filter that covers folders.',
};

const MAX_FOLDERS_PER_PAGE = 50;

/** With these filters, the service searches in folders too. */
const COVERING = ['domain', 'folderId', 'search', 'tagIds', 'tagNames', 'tenantId'];

/** The query for links in no folder, then that of each folder; without further ones if a filter covers folders. */
export async function* folderQueries(
	context: ApiContext,
	filters: IDataObject,
): AsyncGenerator<IDataObject> {
	yield {};
	if (COVERING.some((name) => !isBlank(filters[name]))) return;
	const folders = { path: '/folders' };
	const pages = numberedPages(context, folders, Infinity, MAX_FOLDERS_PER_PAGE);
	try {
		// All of them at once: one that is deleted while links are read would shift the next page.
		for (const { id } of await collect(pages, Infinity)) yield { folderId: id };
	} catch (thrown) {
		if (thrown instanceof ApiError)
			thrown.note = "For links in no folder only, turn off 'All Folders'.";
		throw asError(thrown);
	}
}
