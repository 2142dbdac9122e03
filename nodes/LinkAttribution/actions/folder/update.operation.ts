import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { someChange } from '../../input/changes';
import { check } from '../../helpers/check';
import { readFields } from '../../input/fields';
import { clearedFields, clearParameter } from '../../input/changes';
import { given } from '../../helpers/given';
import { requiredText } from '../../input/locators';
import { path } from '../../transport/path';
import { apiRequest } from '../../transport/request';
import { folderLocator } from '../../input/locators';
import { accessLevel, folderDescription, folderFields, folderName, planOf } from './fields';

const CLEARABLE = [folderDescription];

export const properties: INodeProperties[] = [
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

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const { text: id } = requiredText(this.getNodeParameter('folderId', itemIndex), 'Folder');
	const set = check(
		folderFields.partial(),
		given(this.getNodeParameter('updateFields', itemIndex)),
	);
	return (await apiRequest.call(this, {
		method: 'PATCH',
		path: path`/folders/${id}`,
		body: someChange({
			...set,
			...clearedFields(
				readFields.call(this, itemIndex, [clearParameter(CLEARABLE)]).fieldsToClear,
				set,
				CLEARABLE,
			),
		}),
		needs: { plan: planOf(set.accessLevel), scope: 'folders.write' },
	})) as IDataObject;
}
