import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { clearedFields, clearParameter, someChange } from '../../input/changes';
import { UPDATE_FIELDS } from '../../input/collections';
import { readFields } from '../../input/fields';
import { byLabel } from '../../input/labels';
import { domainLocator } from '../../methods/locators';
import { path } from '../../transport/path';
import { apiObject } from '../../transport/request';
import { simplify } from '../output';
import type { Menu } from '../types';
import { clearableSettings, domainRules, domainSettings, planOf, settingsOf, slug } from './fields';
import { simplifyDomain, domainShape } from './output';

export const menu: Menu = {
	name: 'Update',
	description: 'Update the settings or the name of a domain. Requires the owner role.',
	action: 'Update domain',
};

export const toolDescription =
	'Change a domain: the pages for expired and unknown links. Renaming breaks its old short links. Ask the user first.';

export const output = domainShape;

export const inOrderOf = 'domain';

export const properties: INodeProperties[] = [
	{
		...domainLocator,
		...forModel('Domain, e.g. go.example.com'),
		required: true,
		description:
			'The domain to update. The list does not show archived domains: enter their name instead.',
	},
	simplify,
	{
		...UPDATE_FIELDS,
		options: [
			...domainSettings,
			{
				...slug,
				description:
					'The new name of the domain, without https:// and www. The short links of all its links change, and the old ones stop working.',
			},
		].sort(byLabel),
	},
	clearParameter(clearableSettings),
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const form = readFields(context, itemIndex, properties, domainRules);
	const { fieldsToClear, simple } = form;
	const settings = await settingsOf(context, itemIndex, form.updateFields);
	const domain = await apiObject(context, {
		method: 'PATCH',
		path: path`/domains/${String(form.domain)}`,
		body: someChange({ ...settings, ...clearedFields(fieldsToClear, settings, clearableSettings) }),
		plan: planOf(settings),
	});
	return simple ? simplifyDomain(domain) : domain;
}
