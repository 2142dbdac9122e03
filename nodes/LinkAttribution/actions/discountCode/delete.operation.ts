import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { readFields } from '../../input/fields';
import { path } from '../../transport/path';
import { apiObject } from '../../transport/request';
import { deleted } from '../output';

export const properties: INodeProperties[] = [
	{
		displayName: 'Discount Code',
		name: 'discountCode',
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
		description: 'The discount code to permanently delete',
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Choose a discount code...',
				typeOptions: { searchListMethod: 'searchDiscountCodes', searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. dcode_1K9BZE1K285BSTX4W6MPKXJFZ',
			},
			{
				displayName: 'By Code',
				name: 'code',
				type: 'string',
				placeholder: 'e.g. SUMMER20',
				hint: 'The code that customers enter. Case-sensitive.',
			},
		],
	},
];

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const { discountCode } = readFields.call(this, itemIndex, properties);
	return deleted(
		await apiObject.call(this, {
			method: 'DELETE',
			path: path`/discount-codes/${String(discountCode)}`,
			needs: { plan: 'Business', role: true },
		}),
	);
}
