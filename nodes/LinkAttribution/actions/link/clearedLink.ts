import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { clearedFields } from '../../helpers/clear';

/** What is set on a link, with `null` for what is to be cleared; tags, the one list, are made empty. */
export function withClearedFields(
	this: IExecuteFunctions,
	itemIndex: number,
	clearable: INodeProperties[],
	body: IDataObject,
): IDataObject {
	const cleared = clearedFields.call(this, itemIndex, clearable, body);
	return { ...body, ...cleared, ...('tagIds' in cleared && { tagIds: [] }) };
}
