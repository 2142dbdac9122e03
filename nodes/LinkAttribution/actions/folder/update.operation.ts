import {
	updateDisplayOptions,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { someChange } from '../../helpers/changes';
import { check } from '../../helpers/check';
import { clearedFields, clearParameter } from '../../helpers/clear';
import { given } from '../../helpers/given';
import { requiredText } from '../../helpers/locator';
import { path } from '../../transport/path';
import { apiRequest } from '../../transport/request';
import { folderLocator } from '../common.descriptions';
import { accessLevel, folderDescription, folderFields, folderName, planOf } from './fields';

const CLEARABLE = [folderDescription];

const properties: INodeProperties[] = [
	{ ...folderLocator, required: true, description: 'The folder to change' },
	{
		displayName: 'Update Fields',
		name: 'updateFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: [accessLevel, folderDescription, folderName],
	},
	clearParameter(CLEARABLE),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['folder'], operation: ['update'] } },
	properties,
);

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const { text: id } = requiredText(this.getNodeParameter('folderId', itemIndex), 'Folder');
	const set = check(
		folderFields.partial(),
		given(this.getNodeParameter('updateFields', itemIndex)),
	);
	return (await apiRequest.call(this, {
		method: 'PATCH',
		path: path`/folders/${id}`,
		body: someChange({ ...set, ...clearedFields.call(this, itemIndex, CLEARABLE, set) }),
		needs: { plan: planOf(set.accessLevel), scope: 'folders.write' },
	})) as IDataObject;
}
