import {
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { clearedFields } from '../../helpers/clear';

/**
 * What is set on a link, with `null` for what is to be cleared; tags, the one list, are made empty.
 *
 * @throws UserError naming a field that is set as well
 */
export function withClearedFields(
	this: IExecuteFunctions,
	itemIndex: number,
	clearable: INodeProperties[],
	body: IDataObject,
): IDataObject {
	const cleared = clearedFields.call(this, itemIndex, clearable, body);
	// The service would take the empty list and leave the names.
	if ('tagIds' in cleared && 'tagNames' in body) {
		throw new UserError(
			"'Tag Names' is given, which replaces the tags, and 'Tag IDs' is in 'Fields to Clear'. Leave one of them out.",
		);
	}
	return { ...body, ...cleared, ...('tagIds' in cleared && { tagIds: [] }) };
}
