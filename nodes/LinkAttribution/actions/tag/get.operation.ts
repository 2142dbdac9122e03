import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { readFields } from '../../input/fields';
import { tagLocator } from '../../methods/locators';
import { apiList } from '../../transport/request';
import { requireFound } from '../findOne';
import type { Menu } from '../types';
import { tagShape } from './fields';

export const menu: Menu = { name: 'Get', description: 'Retrieve a tag', action: 'Get tag' };

export const toolDescription = 'Get one tag.';

export const output = tagShape;

export const properties: INodeProperties[] = [
	{
		...tagLocator,
		...forModel('Tag ID (tag_...)'),
		required: true,
		description: 'The tag to retrieve',
	},
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const { tagId } = readFields(context, itemIndex, properties);
	return await findTag(context, String(tagId));
}

/** @throws UserError if the tag does not exist */
export async function findTag(context: IExecuteFunctions, tagId: string): Promise<IDataObject> {
	const tags = await apiList(context, { method: 'GET', path: '/tags', query: { ids: tagId } });
	const tag = tags.find(({ id }) => id === tagId);
	return requireFound(tag, 'Tag', `the workspace has no tag with the ID ${tagId}`);
}
