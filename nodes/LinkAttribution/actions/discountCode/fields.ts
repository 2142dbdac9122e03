import type { INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { byId, fromList } from '../../methods/locators';
import type { Shape } from '../types';

/** A discount code, for the editor. */
export const discountCodeShape: Shape = {
	id: 'string',
	code: 'string',
	discountId: 'string?',
	partnerId: 'string',
	linkId: 'string',
	disabledAt: 'string?',
};

/** For operations on one discount code. */
export const discountCodeField: INodeProperties = {
	displayName: 'Discount Code',
	name: 'discountCode',
	type: 'resourceLocator',
	required: true,
	...forModel('The code, e.g. SUMMER20', undefined, 'code'),
	default: { mode: 'list', value: '' },
	modes: [
		fromList('a discount code', 'searchDiscountCodes'),
		byId('dcode_1K9BZE1K285BSTX4W6MPKXJFZ'),
		{
			displayName: 'By Code',
			name: 'code',
			type: 'string',
			placeholder: 'e.g. SUMMER20',
			hint: 'The code that customers enter. Case-sensitive.',
		},
	],
};
