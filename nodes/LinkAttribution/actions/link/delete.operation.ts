import {
	updateDisplayOptions,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { deleted } from '../../helpers/deleted';
import { chosenLink } from './chosenLink';
import { path } from '../../transport/path';
import { apiRequest } from '../../transport/request';
import { linkLocator } from '../common.descriptions';

const properties: INodeProperties[] = [
	{ ...linkLocator, required: true, description: 'The link to delete. This cannot be undone.' },
];

export const description = updateDisplayOptions(
	{ show: { resource: ['link'], operation: ['delete'] } },
	properties,
);

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const linkId = await chosenLink.call(this, this.getNodeParameter('linkId', itemIndex));
	return deleted(
		await apiRequest.call(this, {
			method: 'DELETE',
			path: path`/links/${linkId}`,
			needs: { scope: 'links.write' },
		}),
	);
}
