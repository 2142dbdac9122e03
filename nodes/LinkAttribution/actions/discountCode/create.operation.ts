import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { ADDITIONAL_FIELDS } from '../../input/collections';
import { readFields } from '../../input/fields';
import { fromList, linkLocator, partnerIdLocator, withModes } from '../../methods/locators';
import { pattern } from '../../input/rules';
import { apiObject } from '../../transport/request';
import { chosenLink } from '../link/chosenLink';
import type { Menu } from '../types';
import { discountCodeShape } from './fields';

export const menu: Menu = {
	name: 'Create',
	description:
		"Create a discount code for a partner's link, also in the connected discount provider",
	action: 'Create discount code or coupon',
};

export const toolDescription =
	'Create a discount code for a link of a partner. Their group must have a discount, and the link no code yet.';

export const output = discountCodeShape;

export const inOrderOf = 'linkId';

export const properties: INodeProperties[] = [
	{
		...partnerIdLocator,
		...forModel('Partner ID (pn_...)'),
		required: true,
		description: 'The partner who gets the code. Their group must have a discount.',
	},
	{
		...linkLocator,
		...forModel("Short link or link ID of the partner's link"),
		required: true,
		typeOptions: { loadOptionsDependsOn: ['partnerId.value'] },
		modes: [
			fromList("one of the partner's links", 'searchPartnerLinks'),
			...(withModes(linkLocator, ['url', 'id']).modes ?? []),
		],
		description:
			'The link that sales with the code are attributed to. It must belong to the partner and have no code yet.',
	},
	{
		...ADDITIONAL_FIELDS,
		options: [
			{
				displayName: 'Code',
				name: 'code',
				type: 'string',
				default: '',
				...forModel('Empty to generate one'),
				placeholder: 'e.g. SUMMER20',
				description:
					'The code that customers enter, unique in the program. Maximum 100 letters, digits, hyphens, and underscores. Leave empty to generate one.',
			},
		],
	},
];

const rules = {
	code: pattern(/^[\w-]*$/, 'can contain only letters, digits, hyphens, and underscores', 100),
};

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const form = readFields(context, itemIndex, properties, rules);
	const linkId = await chosenLink(context, form.linkId);
	return await apiObject(context, {
		method: 'POST',
		path: '/discount-codes',
		body: { partnerId: form.partnerId, linkId, ...form.additionalFields },
	});
}
