import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { apiRequest } from '../../transport/request';
import { listFilters, listQuery } from './listFilters';

export const properties: INodeProperties[] = [
	{
		displayName: 'Group By',
		name: 'groupBy',
		type: 'options',
		options: [
			{ name: 'Domain', value: 'domain' },
			{ name: 'Folder', value: 'folderId' },
			{ name: 'Nothing', value: '', description: 'One number for all' },
			{ name: 'Tag', value: 'tagId' },
			{ name: 'User', value: 'userId' },
		],
		default: '',
		description: 'What to count the links by: one item each, with its ID and the count',
	},
	listFilters,
];

export async function execute(
	this: IExecuteFunctions,
	itemIndex: number,
): Promise<IDataObject | IDataObject[]> {
	const groupBy = this.getNodeParameter('groupBy', itemIndex);
	const counted = (await apiRequest.call(this, {
		method: 'GET',
		path: '/links/count',
		query: { ...listQuery(this.getNodeParameter('filters', itemIndex)), groupBy },
		needs: { scope: 'links.read' },
	})) as number | IDataObject[];
	if (!Array.isArray(counted)) return { count: counted };
	return counted.map(({ _count: count, ...group }) => ({ ...group, count }));
}
