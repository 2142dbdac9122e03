import {
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { someChange } from '../../input/changes';
import { readFields } from '../../input/fields';
import { tagLocator } from '../../input/locators';
import { path } from '../../transport/path';
import { apiList, apiObject } from '../../transport/request';
import { tagColor, tagName, tagRules } from './fields';

export const properties: INodeProperties[] = [
	{ ...tagLocator, required: true, description: 'The tag to update' },
	{
		displayName: 'Update Fields',
		name: 'updateFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
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

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const form = readFields.call(this, itemIndex, properties, tagRules);
	const id = String(form.tagId);
	const changes = someChange(form.updateFields);
	return await apiObject.call(this, {
		method: 'PATCH',
		path: path`/tags/${id}`,
		// The service requires a name.
		body: 'name' in changes ? changes : { ...changes, name: await nameOf.call(this, id) },
		needs: { scope: 'tags.write' },
	});
}

/** @throws UserError if the tag does not exist */
async function nameOf(this: IExecuteFunctions, id: string): Promise<string> {
	const tags = await apiList.call(this, {
		method: 'GET',
		path: '/tags',
		query: { ids: id },
		needs: { scope: 'tags.read' },
	});
	const tag = tags.find((candidate) => candidate.id === id);
	if (!tag) throw new UserError(`'Tag' was not found: the workspace has no tag with the ID ${id}`);
	return String(tag.name);
}
