import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { readFields } from '../../input/fields';
import { domainLocator } from '../../methods/locators';
import { path } from '../../transport/path';
import { apiObject } from '../../transport/request';
import { deleted } from '../output';
import type { Menu, Shape } from '../types';
import { domainRules } from './fields';

export const menu: Menu = {
	name: 'Delete',
	description: 'Permanently delete a domain and all its links. Requires the owner role.',
	action: 'Delete domain',
};

export const toolDescription =
	'Delete a domain and all its short links for good. Ask the user first.';

export const output: Shape = { slug: 'string', deleted: 'boolean' };

export const properties: INodeProperties[] = [
	{
		...domainLocator,
		...forModel('Domain, e.g. go.example.com'),
		required: true,
		description:
			'The domain to permanently delete with all its links. The service sends no webhook events for these links. The domain of a partner program and domains registered through the service cannot be deleted.',
	},
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const { domain } = readFields(context, itemIndex, properties, domainRules);
	return deleted(
		await apiObject(context, { method: 'DELETE', path: path`/domains/${String(domain)}` }),
	);
}
