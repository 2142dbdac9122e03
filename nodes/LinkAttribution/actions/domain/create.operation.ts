import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { ADDITIONAL_FIELDS } from '../../input/collections';
import { readFields } from '../../input/fields';
import { apiObject } from '../../transport/request';
import { simplify } from '../output';
import type { Menu } from '../types';
import { domainRules, domainSettings, planOf, settingsOf, slug } from './fields';
import { simplifyDomain, domainShape } from './output';

export const menu: Menu = {
	name: 'Create',
	description: 'Add a domain that you own to the workspace. Requires the owner role.',
	action: 'Create domain',
};

export const toolDescription =
	'Add a domain that the user owns, for short links. Its DNS must point to the service.';

export const output = domainShape;

/**
 * The same for all items: the service counts the domains of a workspace and adds one in a serializable transaction
 * (`apps/web/app/api/domains/route.ts`), and of two at the same time, one fails.
 */
export const inOrderOf = 'operation';

export const properties: INodeProperties[] = [
	{
		...slug,
		...forModel('Domain, e.g. go.example.com'),
		required: true,
		description:
			'A domain that you already own, without https:// and www. Maximum 190 characters. Links on it work once its DNS records point to the service.',
	},
	simplify,
	{ ...ADDITIONAL_FIELDS, options: domainSettings },
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const form = readFields(context, itemIndex, properties, domainRules);
	const settings = await settingsOf(context, itemIndex, form.additionalFields);
	const domain = await apiObject(context, {
		method: 'POST',
		path: '/domains',
		body: { slug: form.slug, ...settings },
		plan: planOf(settings),
	});
	return form.simple ? simplifyDomain(domain) : domain;
}
