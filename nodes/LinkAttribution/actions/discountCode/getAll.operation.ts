import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { check, texts } from '../../helpers/check';
import { given } from '../../helpers/given';
import { mostItems } from '../../helpers/limit';
import { readLocator } from '../../input/locators';
import { collect, numberedPages } from '../../transport/pages';
import { partnerIdLocator } from '../../input/locators';
import { returnAllOrLimit } from '../output';

const MAX_PAGE_SIZE = 100;

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
				displayName: 'Discount ID',
				name: 'discountId',
				type: 'string',
				default: '',
				placeholder: 'e.g. disc_1K9BZE1K285BSTX4W6MPKXJFZ',
				description: 'Only codes for this discount',
			},
			{ ...partnerIdLocator, description: 'Only codes of this partner' },
		],
	},
];

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject[]> {
	const most = mostItems.call(this, itemIndex);
	const filters = this.getNodeParameter('filters', itemIndex);
	const request = {
		path: '/discount-codes',
		query: check(
			texts,
			given({ ...filters, partnerId: readLocator(filters.partnerId, 'Partner').text }),
		),
		needs: { plan: 'Business' as const },
	};
	return await collect(numberedPages.call(this, request, most, MAX_PAGE_SIZE), most);
}
