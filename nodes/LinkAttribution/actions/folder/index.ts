import type { Menu } from '../types';
import * as create from './create.operation';
import * as deleteOne from './delete.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as update from './update.operation';

export const name = 'Folder';

export const operations = { create, delete: deleteOne, get, getAll, update };

export const menu: Menu = {
	options: [
		{
			name: 'Create',
			value: 'create',
			description: 'Create a folder for links. Requires the Pro plan.',
			action: 'Create folder',
		},
		{
			name: 'Delete',
			value: 'delete',
			description: 'Permanently delete a folder; its links are kept',
			action: 'Delete folder',
		},
		{
			name: 'Get',
			value: 'get',
			description: 'Retrieve a folder that the credential can access',
			action: 'Get folder',
		},
		{
			name: 'Get Many',
			value: 'getAll',
			description: 'Retrieve a list of folders that the credential can access',
			action: 'Get many folders',
		},
		{
			name: 'Update',
			value: 'update',
			description: 'Update the name, the description, or the access level of a folder',
			action: 'Update folder',
		},
	],
	default: 'getAll',
};
