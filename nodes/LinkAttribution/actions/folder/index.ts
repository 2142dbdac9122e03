import type { INodeProperties } from 'n8n-workflow';
import * as create from './create.operation';
import * as deleteOne from './delete.operation';
import * as getAll from './getAll.operation';
import * as update from './update.operation';

export const name = 'Folder';

export const operations = { create, delete: deleteOne, getAll, update };

export const menu: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['folder'] } },
	options: [
		{
			name: 'Create',
			value: 'create',
			description: 'Create a folder for links; needs the Pro plan',
			action: 'Create folder',
		},
		{
			name: 'Delete',
			value: 'delete',
			description: 'Delete a folder for good; its links stay and are in no folder then',
			action: 'Delete folder',
		},
		{
			name: 'Get Many',
			value: 'getAll',
			description: 'List the folders that the credential may see, oldest first',
			action: 'Get many folders',
		},
		{
			name: 'Update',
			value: 'update',
			description: 'Change the name, the description or the access level of a folder',
			action: 'Update folder',
		},
	],
	default: 'getAll',
};
