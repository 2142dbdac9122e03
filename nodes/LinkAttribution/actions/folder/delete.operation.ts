import {
	updateDisplayOptions,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { deleted } from '../../helpers/deleted';
import { requiredText } from '../../helpers/locator';
import { path } from '../../transport/path';
import { apiRequest } from '../../transport/request';
import { folderLocator } from '../common.descriptions';

const properties: INodeProperties[] = [
	{
		...folderLocator,
		required: true,
		description:
			'The folder to delete for good. Its links stay and are in no folder then. The default folder of a partner program cannot be deleted.',
	},
];

export const description = updateDisplayOptions(
	{ show: { resource: ['folder'], operation: ['delete'] } },
	properties,
);

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const { text: id } = requiredText(this.getNodeParameter('folderId', itemIndex), 'Folder');
	return deleted(
		await apiRequest.call(this, {
			method: 'DELETE',
			path: path`/folders/${id}`,
			needs: { plan: 'Pro', scope: 'folders.write' },
		}),
	);
}
