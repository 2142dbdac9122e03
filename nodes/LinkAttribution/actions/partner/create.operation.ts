import {
	updateDisplayOptions,
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { isSimple } from '../../helpers/flags';
import { byLabel } from '../../helpers/labels';
import { apiRequest } from '../../transport/request';
import { simplify } from '../common.descriptions';
import { partnerBody, partnerDetails, tenantIdField } from './fields';
import { chosenLinkProps, linkPropsParameters } from './linkProps';
import { simplifyPartner } from './simplify';

const properties: INodeProperties[] = [
	{
		displayName: 'Email',
		name: 'email',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. name@email.com',
		description:
			'The partner is enrolled with this email, without an application. One that is enrolled already is returned as it is, whatever its status; only a new Tenant ID replaces the old one.',
	},
	simplify,
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: [
			...partnerDetails,
			{
				...tenantIdField,
				description:
					'The ID of the partner in your own system, up to 255 characters. It must not belong to another partner.',
			},
		].sort(byLabel),
	},
	...linkPropsParameters('For the link that a new partner gets'),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['partner'], operation: ['create'] } },
	properties,
);

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const body = partnerBody(
		{
			...this.getNodeParameter('additionalFields', itemIndex),
			email: this.getNodeParameter('email', itemIndex) as string,
		},
		'Email',
	);
	if (!body.email) throw new UserError("'Email' is empty. Give the email of the partner.");
	const simple = isSimple.call(this, itemIndex);
	const partner = (await apiRequest.call(this, {
		method: 'POST',
		path: '/partners',
		body: { ...body, ...chosenLinkProps.call(this, itemIndex) },
		needs: { plan: 'Business', role: true },
	})) as IDataObject;
	return simple ? simplifyPartner(partner) : partner;
}
