import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { someChange } from '../../input/changes';
import { UPDATE_FIELDS } from '../../input/collections';
import { readFields } from '../../input/fields';
import { tagLocator } from '../../methods/locators';
import { path } from '../../transport/path';
import { apiObject } from '../../transport/request';
import type { Menu } from '../types';
import { tagColor, tagName, tagRules, tagShape } from './fields';
import { findTag } from './get.operation';

export const menu: Menu = {
	name: 'Update',
	description: 'Update the name or the color of a tag',
	action: 'Update tag',
};

export const toolDescription = 'Rename a tag or change its color.';

export const output = tagShape;

export const inOrderOf = 'tagId';

export const properties: INodeProperties[] = [
	{
		...tagLocator,
		...forModel('Tag ID (tag_...)'),
		required: true,
		description: 'The tag to update',
	},
	{
		...UPDATE_FIELDS,
		options: [
			tagColor,
			{
				...tagName,
				description:
					'Must be unique in the workspace. Maximum 190 characters. Leave empty to keep the current name, which the node then reads first.',
			},
		],
	},
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const form = readFields(context, itemIndex, properties, tagRules);
	const id = String(form.tagId);
	const changes = someChange(form.updateFields);
	return await apiObject(context, {
		method: 'PATCH',
		path: path`/tags/${id}`,
		// The service requires a name.
		body: 'name' in changes ? changes : { ...changes, name: (await findTag(context, id)).name },
	});
}
