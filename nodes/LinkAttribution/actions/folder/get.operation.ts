import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { readFields } from '../../input/fields';
import { folderLocator } from '../../input/locators';
import { findInList, requireFound } from '../findOne';

export const properties: INodeProperties[] = [
	{ ...folderLocator, required: true, description: 'The folder to retrieve' },
];

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const { folderId } = readFields.call(this, itemIndex, properties);
	const folder = await findInList.call(this, {
		path: '/folders',
		needs: { scope: 'folders.read' },
		maxPageSize: 50,
		isWanted: ({ id }) => id === folderId,
	});
	const reason = `the credential can access no folder with the ID ${String(folderId)}`;
	return requireFound(folder, 'Folder', reason);
}
