import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { clearedFields, clearParameter, someChange } from '../../input/changes';
import { UPDATE_FIELDS } from '../../input/collections';
import { readFields } from '../../input/fields';
import { folderLocator } from '../../methods/locators';
import { path } from '../../transport/path';
import { apiObject } from '../../transport/request';
import type { Menu } from '../types';
import {
	accessLevel,
	folderDescription,
	folderName,
	folderRules,
	planOf,
	folderShape,
} from './fields';

const clearable = [folderDescription];

export const menu: Menu = {
	name: 'Update',
	description: 'Update the name, the description, or the access level of a folder',
	action: 'Update folder',
};

export const toolDescription = 'Rename a folder or change its description.';

export const output = folderShape;

export const inOrderOf = 'folderId';

export const properties: INodeProperties[] = [
	{
		...folderLocator,
		...forModel('Folder ID (fold_...)'),
		required: true,
		description: 'The folder to update',
	},
	{ ...UPDATE_FIELDS, options: [accessLevel, folderDescription, folderName] },
	clearParameter(clearable),
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const form = readFields(context, itemIndex, properties, folderRules);
	const { folderId, updateFields, fieldsToClear } = form;
	return await apiObject(context, {
		method: 'PATCH',
		path: path`/folders/${String(folderId)}`,
		body: someChange({ ...updateFields, ...clearedFields(fieldsToClear, updateFields, clearable) }),
		plan: planOf(updateFields),
	});
}
