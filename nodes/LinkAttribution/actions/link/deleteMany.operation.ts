import {
	updateDisplayOptions,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { toBoundedList } from '../../helpers/lists';
import { apiRequest } from '../../transport/request';

const MOST_IDS = 100;

const properties: INodeProperties[] = [
	{
		displayName: 'Link IDs',
		name: 'linkIds',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. link_1, link_2',
		description:
			'Up to 100 links to delete for good, comma-separated or as an array: link IDs, or external IDs that start with ext_. IDs that do not exist are ignored and counted as such.',
	},
];

export const description = updateDisplayOptions(
	{ show: { resource: ['link'], operation: ['deleteMany'] } },
	properties,
);

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const linkIds = toBoundedList(this.getNodeParameter('linkIds', itemIndex), 'Link IDs', MOST_IDS);
	const answer = (await apiRequest.call(this, {
		method: 'DELETE',
		path: '/links/bulk',
		query: { linkIds },
		needs: { scope: 'links.write' },
	})) as IDataObject;
	return { ...answer, ignoredCount: linkIds.length - Number(answer.deletedCount) };
}
