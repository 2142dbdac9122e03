import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { readFields } from '../../input/fields';
import { domainLocator } from '../../methods/locators';
import { findInList, requireFound } from '../findOne';
import { simplify } from '../output';
import type { Menu } from '../types';
import { domainRules } from './fields';
import { simplifyDomain, domainShape } from './output';

export const menu: Menu = {
	name: 'Get',
	description: 'Retrieve a domain, in use or archived',
	action: 'Get domain',
};

export const toolDescription = 'Get one domain of the workspace and its settings.';

export const output = domainShape;

export const properties: INodeProperties[] = [
	{
		...domainLocator,
		...forModel('Domain, e.g. go.example.com'),
		required: true,
		description:
			'The domain to retrieve. The list does not show archived domains: enter their name instead.',
	},
	simplify,
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const { domain: name, simple } = readFields(context, itemIndex, properties, domainRules);
	const domain = await findDomain(context, String(name));
	return simple ? simplifyDomain(domain) : domain;
}

/** @throws UserError if the workspace does not have the domain */
export async function findDomain(context: IExecuteFunctions, name: string): Promise<IDataObject> {
	// The service lists either the domains in use or those archived.
	const find = async (archived: boolean) =>
		await findInList(context, {
			path: '/domains',
			query: { search: name, archived },
			maxPageSize: 50,
			isWanted: ({ slug }) => slug === name,
		});
	const found = (await find(false)) ?? (await find(true));
	return requireFound(found, 'Domain', `the workspace has no domain ${name}`);
}
