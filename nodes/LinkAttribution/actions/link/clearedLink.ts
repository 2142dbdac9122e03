import { UserError, type IDataObject, type INodeProperties } from 'n8n-workflow';
import { clearedFields } from '../../input/changes';

/**
 * What is set on a link, with `null` for what is to be cleared; tags, the one list, become an empty list.
 *
 * @throws UserError naming a field that is set as well
 */
export function withClearedFields(
	body: IDataObject,
	fieldsToClear: string[] | undefined,
	clearable: INodeProperties[],
): IDataObject {
	const cleared = clearedFields(fieldsToClear, body, clearable);
	// The service would take the empty list and ignore the names.
	if ('tagIds' in cleared && 'tagNames' in body) {
		throw new UserError(
			"'Tag Names' replaces the tags, and 'Tag IDs' is listed in 'Fields to Clear'. Remove one of them.",
		);
	}
	return { ...body, ...cleared, ...('tagIds' in cleared && { tagIds: [] }) };
}
