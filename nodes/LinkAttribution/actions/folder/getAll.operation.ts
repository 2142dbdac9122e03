import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { check, texts } from '../../helpers/check';
import { given } from '../../helpers/given';
import { mostItems } from '../../helpers/limit';
import { collect, numberedPages } from '../../transport/pages';
import { returnAllOrLimit } from '../output';

const MAX_PAGE_SIZE = 50;

export const properties: INodeProperties[] = [
	...returnAllOrLimit,
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: [
			{
				displayName: 'Search',
				name: 'search',
				type: 'string',
				default: '',
				placeholder: 'e.g. campaign',
				description: 'Only folders whose name contains this text',
			},
		],
	},
];

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject[]> {
	const most = mostItems.call(this, itemIndex);
	const filters = check(texts, given(this.getNodeParameter('filters', itemIndex)));
	const request = { path: '/folders', query: filters, needs: { scope: 'folders.read' } };
	return await collect(numberedPages.call(this, request, most, MAX_PAGE_SIZE), most);
}
