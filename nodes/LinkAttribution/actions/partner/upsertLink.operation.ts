import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { clearParameter } from '../../input/changes';
import { ADDITIONAL_FIELDS } from '../../input/collections';
import { readFields } from '../../input/fields';
import { apiList, apiObject } from '../../transport/request';
import { withDestinationHint } from '../link/destination';
import { clearableProperties, destinationUrl } from '../link/fields';
import { simplifyLink, linkShape } from '../link/output';
import { requireFound } from '../findOne';
import { simplify } from '../output';
import type { Menu } from '../types';
import { partnerField } from './fields';
import { linkPropsOf, linkPropsParameters, partnerLinkRules, slugField } from './linkFields';

export const menu: Menu = {
	name: 'Create or Update Link',
	description: "Update a partner's link that has a given destination, or create it",
	action: 'Create or update partner link',
};

export const toolDescription =
	'Create a short link for a partner, or update the one that leads to exactly this URL.';

export const output = linkShape;

export const inOrderOf = 'partner';

export const properties: INodeProperties[] = [
	{ ...partnerField, description: 'The partner that the link belongs to' },
	{
		...destinationUrl,
		required: true,
		description:
			"Where the link leads. Updates the partner's link with exactly this destination, or creates one.",
	},
	simplify,
	{ ...ADDITIONAL_FIELDS, options: [slugField] },
	...linkPropsParameters('Other settings of the link. Fields that are not set stay as they are.'),
	clearParameter(clearableProperties),
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const form = readFields(context, itemIndex, properties, partnerLinkRules);
	const { additionalFields, simple, url } = form;
	const linkProps = linkPropsOf(form, additionalFields.key);
	const partnerId = await partnerIdOf(context, form.partner as IDataObject);
	const link = await apiObject(context, {
		method: 'PUT',
		path: '/partners/links/upsert',
		body: { partnerId, url, ...additionalFields, ...linkProps },
	});
	return withDestinationHint(context, simple ? simplifyLink(context, link) : link, link, { url });
}

/** With a tenant ID alone, the service would also update the link of another partner. */
async function partnerIdOf(context: IExecuteFunctions, partner: IDataObject): Promise<string> {
	if (partner.partnerId) return String(partner.partnerId);
	const [found] = await apiList(context, {
		method: 'GET',
		path: '/partners',
		query: { ...partner, pageSize: 1 },
	});
	const reason = `no partner in the program has the tenant ID '${String(partner.tenantId)}'`;
	return String(requireFound(found, 'Partner', reason).id);
}
