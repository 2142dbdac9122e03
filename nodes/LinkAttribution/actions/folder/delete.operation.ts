import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { readFields } from '../../input/fields';
import { folderLocator } from '../../methods/locators';
import { path } from '../../transport/path';
import { apiObject } from '../../transport/request';
import { deleted, deletedShape } from '../output';
import type { Menu } from '../types';

export const menu: Menu = {
	name: 'Delete',
	description: 'Permanently delete a folder; its links are kept',
	action: 'Delete folder',
};

export const toolDescription = 'Delete a folder; its links are kept. Ask the user first.';

export const output = deletedShape;

export const properties: INodeProperties[] = [
	{
		...folderLocator,
		...forModel('Folder ID (fold_...)'),
		required: true,
		description:
			'The folder to permanently delete. Its links are kept. The default folder of a partner program cannot be deleted.',
	},
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const { folderId } = readFields(context, itemIndex, properties);
	return deleted(
		await apiObject(context, { method: 'DELETE', path: path`/folders/${String(folderId)}` }),
	);
}
