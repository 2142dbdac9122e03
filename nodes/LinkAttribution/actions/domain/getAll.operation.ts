import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import { check, flag, text } from '../../helpers/check';
import { isSimple } from '../../helpers/flags';
import { given } from '../../helpers/given';
import { mostItems } from '../../helpers/limit';
import { collect, numberedPages } from '../../transport/pages';
import { returnAllOrLimit, simplify } from '../output';
import { simplifyDomain } from './output';

const MAX_PAGE_SIZE = 50;

export const properties: INodeProperties[] = [
	...returnAllOrLimit,
	simplify,
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: [
			{
				displayName: 'Archived',
				name: 'archived',
				type: 'boolean',
				default: false,
				description:
					'Whether to list only the archived domains instead of only the others. The service does not list both at once.',
			},
			{
				displayName: 'Search',
				name: 'search',
				type: 'string',
				default: '',
				placeholder: 'e.g. example',
				description: 'Only domains whose name contains this text',
			},
		],
	},
];

const domainFilters = z.object({ archived: flag, search: text }).partial();

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject[]> {
	const most = mostItems.call(this, itemIndex);
	const request = {
		path: '/domains',
		query: check(domainFilters, given(this.getNodeParameter('filters', itemIndex))),
		needs: { scope: 'domains.read' },
	};
	const simple = isSimple.call(this, itemIndex);
	return await collect(
		numberedPages.call(this, request, most, MAX_PAGE_SIZE),
		most,
		simple ? simplifyDomain : undefined,
	);
}
