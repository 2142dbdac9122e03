import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { readFields } from '../../input/fields';
import { tagLocator } from '../../methods/locators';
import { path } from '../../transport/path';
import { apiObject } from '../../transport/request';
import { deleted, deletedShape } from '../output';
import type { Menu } from '../types';

export const menu: Menu = {
	name: 'Delete',
	description: 'Permanently delete a tag and remove it from its links, which are kept',
	action: 'Delete tag',
};

export const toolDescription = 'Delete a tag; its links are kept. Ask the user first.';

export const output = deletedShape;

export const properties: INodeProperties[] = [
	{
		...tagLocator,
		...forModel('Tag ID (tag_...)'),
		required: true,
		description: 'The tag to permanently delete. It is removed from its links, which are kept.',
	},
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const { tagId } = readFields(context, itemIndex, properties);
	return deleted(
		await apiObject(context, { method: 'DELETE', path: path`/tags/${String(tagId)}` }),
	);
}
