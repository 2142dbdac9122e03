import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { readFields } from '../../input/fields';
import { folderLocator } from '../../methods/locators';
import { findInList, requireFound } from '../findOne';
import type { Menu } from '../types';
import { folderShape } from './fields';

export const menu: Menu = {
	name: 'Get',
	description: 'Retrieve a folder that the credential can access',
	action: 'Get folder',
};

export const toolDescription = 'Get one folder.';

export const output = folderShape;

export const properties: INodeProperties[] = [
	{
		...folderLocator,
		...forModel('Folder ID (fold_...)'),
		required: true,
		description: 'The folder to retrieve',
	},
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const { folderId } = readFields(context, itemIndex, properties);
	const folder = await findInList(context, {
		path: '/folders',
		maxPageSize: 50,
		isWanted: ({ id }) => id === folderId,
	});
	const reason = `the credential can access no folder with the ID ${String(folderId)}`;
	return requireFound(folder, 'Folder', reason);
}
