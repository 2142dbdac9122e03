import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import { check, shortText } from '../../helpers/check';
import { given } from '../../helpers/given';
import { requiredText } from '../../input/locators';
import { apiRequest } from '../../transport/request';
import { linkLocator, partnerIdLocator, withModes } from '../../input/locators';
import { chosenLink } from '../link/chosenLink';

export const properties: INodeProperties[] = [
	{
		...partnerIdLocator,
		required: true,
		description: 'The partner who gets the code, to whose group a discount must belong',
	},
	{
		...withModes(linkLocator, ['list', 'url', 'id']),
		required: true,
		description:
			'The link that is credited with sales by the code. It must be one of the partner, and have no code yet.',
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: [
			{
				displayName: 'Code',
				name: 'code',
				type: 'string',
				default: '',
				placeholder: 'e.g. SUMMER20',
				description:
					'As customers enter it: up to 100 letters, digits, hyphens and underscores, unique in the program. The service makes one up when left out.',
			},
		],
	},
];

const fields = z.object({
	code: shortText(100)
		.pipe(z.string().regex(/^[\w-]*$/, 'takes letters, digits, hyphens and underscores only'))
		.optional(),
});

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const partner = this.getNodeParameter('partnerId', itemIndex);
	const { text: partnerId } = requiredText(partner, 'Partner');
	const { code } = check(fields, given(this.getNodeParameter('additionalFields', itemIndex)));
	const linkId = await chosenLink.call(this, this.getNodeParameter('linkId', itemIndex));
	return (await apiRequest.call(this, {
		method: 'POST',
		path: '/discount-codes',
		body: given({ partnerId, linkId, code }),
		needs: { plan: 'Business', role: true },
	})) as IDataObject;
}
