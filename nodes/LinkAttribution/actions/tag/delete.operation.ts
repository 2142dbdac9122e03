import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { deleted } from '../output';
import { requiredText } from '../../input/locators';
import { path } from '../../transport/path';
import { apiRequest } from '../../transport/request';
import { tagLocator } from '../../input/locators';

export const properties: INodeProperties[] = [
	{
		...tagLocator,
		required: true,
		description: 'The tag to delete for good. It is taken off all links, which stay.',
	},
];

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const { text: id } = requiredText(this.getNodeParameter('tagId', itemIndex), 'Tag');
	return deleted(
		await apiRequest.call(this, {
			method: 'DELETE',
			path: path`/tags/${id}`,
			needs: { scope: 'tags.write' },
		}),
	);
}
