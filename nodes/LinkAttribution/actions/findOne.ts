import { UserError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import { collect } from '../pagination/items';
import { numberedPages, type ListRequest } from '../pagination/pages';

interface Search extends ListRequest {
	maxPageSize?: number;
	isWanted: (item: IDataObject) => boolean;
}

/**
 * Reads a list up to an item, for what the service returns only in lists.
 *
 * @returns undefined if the list does not have it
 */
export async function findInList(
	context: IExecuteFunctions,
	{ maxPageSize = 100, isWanted, ...request }: Search,
): Promise<IDataObject | undefined> {
	const pages = numberedPages(context, request, Infinity, maxPageSize);
	const [found] = await collect(pages, 1, (item) => (isWanted(item) ? item : undefined));
	return found;
}

/**
 * What was found, with the advice of the service's own 404 if nothing was.
 *
 * @param label of the parameter
 * @param reason follows 'was not found', e.g. 'the workspace has no tag with the ID tag_1'
 * @throws UserError
 */
export function requireFound(
	found: IDataObject | undefined,
	label: string,
	reason: string,
): IDataObject {
	if (found) return found;
	throw new UserError(`'${label}' was not found: ${reason}`, {
		description: 'Check the ID and whether it belongs to the workspace of the credential.',
	});
}
