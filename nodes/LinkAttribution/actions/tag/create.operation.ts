import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { ADDITIONAL_FIELDS } from '../../input/collections';
import { readFields } from '../../input/fields';
import { apiObject } from '../../transport/request';
import type { Menu } from '../types';
import { tagColor, tagName, tagRules, tagShape } from './fields';

export const menu: Menu = {
	name: 'Create',
	description: 'Create a tag to organize links with',
	action: 'Create tag',
};

export const toolDescription = 'Create a tag for links.';

export const output = tagShape;

/** The first one of several with the same name is created. */
export const inOrderOf = 'name';

export const properties: INodeProperties[] = [
	{ ...tagName, required: true },
	{
		...ADDITIONAL_FIELDS,
		options: [{ ...tagColor, description: 'Leave empty to use a random color other than pink' }],
	},
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const { name, additionalFields } = readFields(context, itemIndex, properties, tagRules);
	return await apiObject(context, {
		method: 'POST',
		path: '/tags',
		body: { name, ...additionalFields },
	});
}
