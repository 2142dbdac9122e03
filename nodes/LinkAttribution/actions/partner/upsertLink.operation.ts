import {
	updateDisplayOptions,
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { clearParameter } from '../../helpers/clear';
import { isSimple } from '../../helpers/flags';
import { chosenPartner } from '../../helpers/partner';
import { simplifyLink } from '../../helpers/simplify';
import { apiRequest } from '../../transport/request';
import { partnerLocator, simplify } from '../common.descriptions';
import { destinationUrl, partnerLinkBody, slug } from './linkForm';
import { clearableLinkProps, clearedLinkProps, linkPropsParameters } from './linkProps';

const properties: INodeProperties[] = [
	{ ...partnerLocator, required: true, description: 'The partner that the link is for' },
	{
		...destinationUrl,
		required: true,
		description:
			'Where the link leads to. A link of the partner with exactly this destination is updated; without one a new link is created.',
	},
	simplify,
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: [slug],
	},
	...linkPropsParameters('What else is set on the link. What is left out stays as it is.'),
	clearParameter(clearableLinkProps),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['partner'], operation: ['upsertLink'] } },
	properties,
);

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const fields = {
		...this.getNodeParameter('additionalFields', itemIndex),
		url: this.getNodeParameter('url', itemIndex) as string,
	};
	const body = partnerLinkBody.call(this, itemIndex, fields, (linkProps) =>
		clearedLinkProps.call(this, itemIndex, linkProps),
	);
	if (!body.url) throw new UserError("'Destination URL' is empty. Say where the link leads to.");
	const simple = isSimple.call(this, itemIndex);
	const link = (await apiRequest.call(this, {
		method: 'PUT',
		path: '/partners/links/upsert',
		body: { partnerId: await partnerId.call(this, itemIndex), ...body },
		needs: { plan: 'Business', scope: 'links.write' },
	})) as IDataObject;
	return simple ? simplifyLink(link) : link;
}

/** With a tenant ID alone the service would also take the link of another partner for the one to update. */
async function partnerId(this: IExecuteFunctions, itemIndex: number): Promise<string> {
	const chosen = chosenPartner.call(this, itemIndex);
	if (chosen.partnerId) return String(chosen.partnerId);
	const [partner] = (await apiRequest.call(this, {
		method: 'GET',
		path: '/partners',
		query: { ...chosen, pageSize: 1 },
		needs: { plan: 'Business' },
	})) as IDataObject[];
	if (partner) return String(partner.id);
	throw new UserError(
		`'Partner' must be in the program, but no partner there has the tenant ID '${String(chosen.tenantId)}'.`,
	);
}
