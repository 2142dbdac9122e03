import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { readFields } from '../../input/fields';
import { toList } from '../../input/lists';
import type { Rule } from '../../input/types';
import { apiList } from '../../transport/request';
import type { Menu, Shape } from '../types';
import { linkDomainName } from './fields';

export const menu: Menu = {
	name: 'Check Status',
	description:
		'Check whether .link domains are available to register, and what they cost. Requires the Enterprise plan.',
	action: 'Check status of domains',
};

export const toolDescription = 'Check whether .link domains can be registered, and their prices.';

export const output: Shape = {
	domain: 'string',
	available: 'boolean',
	premium: 'boolean?',
	prices: { registration: 'integer?', renewal: 'integer?' },
	price: 'string?',
};

export const properties: INodeProperties[] = [
	{
		displayName: 'Domains',
		name: 'domains',
		type: 'string',
		required: true,
		default: '',
		...forModel('.link domains, comma-separated'),
		placeholder: 'e.g. example.link, other.link',
		description:
			'The .link domains to check, comma-separated or as an array. Returns one item per domain, with prices in US cents.',
	},
];

/** Refuses all other domains, which the service drops without an error. */
const linkDomainNames: Rule = (raw, field) => [
	...new Set(toList(raw, field.label).map((entry) => linkDomainName(entry, field))),
];

export async function execute(
	context: IExecuteFunctions,
	itemIndex: number,
): Promise<IDataObject[]> {
	const rules = { domains: linkDomainNames };
	const { domains } = readFields(context, itemIndex, properties, rules);
	return await apiList(context, { method: 'GET', path: '/domains/status', query: { domains } });
}
