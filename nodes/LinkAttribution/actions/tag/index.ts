import type { Menu } from '../types';
import * as create from './create.operation';
import * as deleteOne from './delete.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as update from './update.operation';

export const name = 'Tag';

export const operations = { create, delete: deleteOne, get, getAll, update };

export const menu: Menu = {
	options: [
		{
			name: 'Create',
			value: 'create',
			description: 'Create a tag to organize links with',
			action: 'Create tag',
		},
		{
			name: 'Delete',
			value: 'delete',
			description: 'Permanently delete a tag and remove it from its links, which are kept',
			action: 'Delete tag',
		},
		{
			name: 'Get',
			value: 'get',
			description: 'Retrieve a tag',
			action: 'Get tag',
		},
		{
			name: 'Get Many',
			value: 'getAll',
			description: 'Retrieve a list of tags',
			action: 'Get many tags',
		},
		{
			name: 'Update',
			value: 'update',
			description: 'Update the name or the color of a tag',
			action: 'Update tag',
		},
	],
	default: 'getAll',
};
