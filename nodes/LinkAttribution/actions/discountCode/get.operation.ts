import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { readFields } from '../../input/fields';
import { findInList, requireFound } from '../findOne';
import { discountCodeField } from './fields';

export const properties: INodeProperties[] = [
	{
		...discountCodeField,
		description:
			'The discount code to retrieve. The list does not show codes that have no discount any more: enter their ID or code instead.',
	},
];

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const { discountCode: chosen } = readFields.call(this, itemIndex, properties);
	const found = await findInList.call(this, {
		path: '/discount-codes',
		needs: { plan: 'Business' },
		isWanted: ({ id, code }) => id === chosen || code === chosen,
	});
	const reason = `the program has no discount code with the ID or code ${String(chosen)}`;
	return requireFound(found, 'Discount Code', reason);
}
