import {
	updateDisplayOptions,
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { given } from '../../helpers/given';
import { formOrJson } from '../../helpers/json';
import { readLocator } from '../../helpers/locator';
import { apiRequest } from '../../transport/request';
import { partnerIdLocator } from '../common.descriptions';
import { partnerBody, partnerDetails, tenantIdField, toPartnerDetails } from '../partner/fields';
import { chosenLinkProps, linkPropsParameters } from '../partner/linkProps';

const properties: INodeProperties[] = [
	{
		displayName:
			'Fill in at least one of Partner, Tenant ID and Partner Email. The service looks for an enrolled partner by partner ID, then by tenant ID; when there is none, it enrolls the partner with the email.',
		name: 'lookupNotice',
		type: 'notice',
		default: '',
	},
	{ ...partnerIdLocator, description: 'An enrolled partner' },
	tenantIdField,
	{
		displayName: 'Partner Email',
		name: 'email',
		type: 'string',
		default: '',
		placeholder: 'e.g. name@email.com',
		description: 'Email of the partner, who is enrolled with it when no enrollment is found',
	},
	{
		displayName: 'Partner Details',
		name: 'partnerDetails',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		description: 'For a partner that is enrolled by this. Needs Partner Email.',
		options: partnerDetails,
	},
	{
		displayName: 'Partner Details (JSON)',
		name: 'partnerDetailsJson',
		type: 'json',
		default: '{}',
		description:
			'Instead of Partner Details: an object with the service\'s own names, e.g. { "name": "Ada", "country": "DE" }',
	},
	...linkPropsParameters(
		'For the link of a partner that is enrolled by this. Needs Partner Email.',
	),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['embedToken'], operation: ['create'] } },
	properties,
);

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const partnerId = readLocator(this.getNodeParameter('partnerId', itemIndex), 'Partner').text;
	const { email, tenantId, ...details } = partnerBody(
		{
			...chosenDetails.call(this, itemIndex),
			email: this.getNodeParameter('email', itemIndex) as string,
			tenantId: this.getNodeParameter('tenantId', itemIndex) as string,
		},
		'Partner Email',
	);
	if (!partnerId && !tenantId && !email) {
		throw new UserError(
			"Fill in at least one of 'Partner', 'Tenant ID' and 'Partner Email', so that the partner can be found.",
		);
	}
	const enrollment = { ...details, ...chosenLinkProps.call(this, itemIndex) };
	if (!email && Object.keys(enrollment).length > 0) {
		throw new UserError(
			"'Partner Email' is required with 'Partner Details' or 'Link Properties', which are for a partner that is enrolled by this.",
		);
	}
	return (await apiRequest.call(this, {
		method: 'POST',
		path: '/tokens/embed/referrals',
		body: given({
			partnerId,
			tenantId,
			...(email && { partner: given({ email, tenantId, ...enrollment }) }),
		}),
		needs: { plan: 'Advanced', scope: 'links.write' },
	})) as IDataObject;
}

/** From the form or from JSON. */
function chosenDetails(this: IExecuteFunctions, itemIndex: number): IDataObject | undefined {
	const form = given(this.getNodeParameter('partnerDetails', itemIndex) as IDataObject);
	const json = this.getNodeParameter('partnerDetailsJson', itemIndex, '{}');
	return formOrJson('Partner Details', form, json, toPartnerDetails);
}
