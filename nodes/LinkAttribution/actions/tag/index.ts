import type { INodeProperties } from 'n8n-workflow';
import * as create from './create.operation';
import * as deleteOne from './delete.operation';
import * as getAll from './getAll.operation';
import * as update from './update.operation';

export const name = 'Tag';

export const operations = { create, delete: deleteOne, getAll, update };

export const menu: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['tag'] } },
	options: [
		{
			name: 'Create',
			value: 'create',
			description: 'Create a tag that links can be marked with',
			action: 'Create tag',
		},
		{
			name: 'Delete',
			value: 'delete',
			description: 'Delete a tag for good and take it off all links, which stay',
			action: 'Delete tag',
		},
		{
			name: 'Get Many',
			value: 'getAll',
			description: 'List the tags of the workspace, by name unless told otherwise',
			action: 'Get many tags',
		},
		{
			name: 'Update',
			value: 'update',
			description: 'Change the name or the color of a tag; its links keep it',
			action: 'Update tag',
		},
	],
	default: 'getAll',
};
