import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { FILTERS } from '../../input/collections';
import { readFields } from '../../input/fields';
import { partnerIdLocator } from '../../methods/locators';
import { getMany, listOutput } from '../output';
import type { Result, Menu } from '../types';
import { discountCodeShape } from './fields';

export const menu: Menu = {
	name: 'Get Many',
	description: 'Retrieve a list of discount codes, including disabled ones',
	action: 'Get many discount codes',
};

export const toolDescription =
	'List discount codes with their partner and link. The percentage is not part of it.';

export const output = discountCodeShape;

export const properties: INodeProperties[] = [
	...listOutput,
	{
		...FILTERS,
		options: [
			{
				displayName: 'Discount ID',
				name: 'discountId',
				type: 'string',
				default: '',
				placeholder: 'e.g. disc_1K9BZE1K285BSTX4W6MPKXJFZ',
				description: 'Only codes for this discount',
			},
			{
				...partnerIdLocator,
				...forModel('Only of this partner ID'),
				description: 'Only codes of this partner',
			},
		],
	},
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<Result> {
	const form = readFields(context, itemIndex, properties);
	return await getMany(context, form, { path: '/discount-codes', query: form.filters });
}
