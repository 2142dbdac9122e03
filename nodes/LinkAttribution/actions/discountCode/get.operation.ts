import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { readFields } from '../../input/fields';
import { findInList, requireFound } from '../findOne';
import type { Menu } from '../types';
import { discountCodeField, discountCodeShape } from './fields';

export const menu: Menu = {
	name: 'Get',
	description: 'Retrieve a discount code by its ID or code',
	action: 'Get discount code',
};

export const toolDescription = 'Get one discount code: its partner and link.';

export const output = discountCodeShape;

export const properties: INodeProperties[] = [
	{
		...discountCodeField,
		description:
			'The discount code to retrieve. The list does not show codes that have no discount any more: enter their ID or code instead.',
	},
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const { discountCode: chosen } = readFields(context, itemIndex, properties);
	const found = await findInList(context, {
		path: '/discount-codes',
		isWanted: ({ id, code }) => id === chosen || code === chosen,
	});
	const reason = `the program has no discount code with the ID or code ${String(chosen)}`;
	return requireFound(found, 'Discount Code', reason);
}
