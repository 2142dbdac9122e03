import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { deleted } from '../output';
import { requiredText } from '../../input/locators';
import { path } from '../../transport/path';
import { apiRequest } from '../../transport/request';

export const properties: INodeProperties[] = [
	{
		displayName: 'Discount Code',
		name: 'discountCode',
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
		description: 'The discount code to delete',
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
				hint: 'As partners and customers write it, with the same capital letters',
			},
		],
	},
];

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const { text } = requiredText(this.getNodeParameter('discountCode', itemIndex), 'Discount Code');
	return deleted(
		await apiRequest.call(this, {
			method: 'DELETE',
			path: path`/discount-codes/${text}`,
			needs: { plan: 'Business', role: true },
		}),
	);
}
