import {
	updateDisplayOptions,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { isSimple } from '../../helpers/flags';
import { mostItems } from '../../helpers/limit';
import { collect, numberedPages } from '../../transport/pages';
import { returnAllOrLimit, simplify } from '../common.descriptions';
import { listParameters, listQuery } from './listFilters';
import { simplifyPartner } from './simplify';

const MAX_PAGE_SIZE = 100;

export const description = updateDisplayOptions(
	{ show: { resource: ['partner'], operation: ['getAll'] } },
	[...returnAllOrLimit, simplify, ...listParameters] satisfies INodeProperties[],
);

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject[]> {
	const most = mostItems.call(this, itemIndex);
	const request = {
		path: '/partners',
		query: listQuery.call(this, itemIndex),
		needs: { plan: 'Business' as const },
	};
	const simple = isSimple.call(this, itemIndex);
	return await collect(
		numberedPages.call(this, request, most, MAX_PAGE_SIZE),
		most,
		simple ? simplifyPartner : undefined,
	);
}
