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
import { tagLocator } from '../common.descriptions';

const properties: INodeProperties[] = [
	{
		...tagLocator,
		required: true,
		description: 'The tag to delete for good. It is taken off all links, which stay.',
	},
];

export const description = updateDisplayOptions(
	{ show: { resource: ['tag'], operation: ['delete'] } },
	properties,
);

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
