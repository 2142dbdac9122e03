import {
	updateDisplayOptions,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { isSimple } from '../../helpers/flags';
import { chosenPartner } from '../../helpers/partner';
import { simplifyLink } from '../../helpers/simplify';
import { apiRequest } from '../../transport/request';
import { partnerLocator, simplify } from '../common.descriptions';
import { destinationUrl, partnerLinkBody, slug } from './linkForm';
import { linkPropsParameters } from './linkProps';

const properties: INodeProperties[] = [
	{ ...partnerLocator, required: true, description: 'The partner that the new link is for' },
	simplify,
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: [
			{
				...destinationUrl,
				description: 'Where the link leads to; the default URL of the program when left out',
			},
			slug,
		],
	},
	...linkPropsParameters('What else is set on the link'),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['partner'], operation: ['createLink'] } },
	properties,
);

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const fields = this.getNodeParameter('additionalFields', itemIndex);
	const simple = isSimple.call(this, itemIndex);
	const link = (await apiRequest.call(this, {
		method: 'POST',
		path: '/partners/links',
		body: {
			...chosenPartner.call(this, itemIndex),
			...partnerLinkBody.call(this, itemIndex, fields),
		},
		needs: { plan: 'Business', role: true },
	})) as IDataObject;
	return simple ? simplifyLink(link) : link;
}
