import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { deleted } from '../output';
import { requiredText } from '../../input/locators';
import { path } from '../../transport/path';
import { apiRequest } from '../../transport/request';
import { folderLocator } from '../../input/locators';

export const properties: INodeProperties[] = [
	{
		...folderLocator,
		required: true,
		description:
			'The folder to delete for good. Its links stay and are in no folder then. The default folder of a partner program cannot be deleted.',
	},
];

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
