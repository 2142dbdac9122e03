import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { readFields } from '../../input/fields';
import { apiObject } from '../../transport/request';
import type { Menu, Shape } from '../types';
import { linkDomainName } from './fields';

export const menu: Menu = {
	name: 'Register',
	description:
		'Register a .link domain through the service and add it to the workspace. Requires the Enterprise plan and the owner role.',
	action: 'Register domain',
};

export const toolDescription =
	'Register a new .link domain in the name of the workspace. It may cost money. Ask the user first.';

export const output: Shape = { domain: 'string', status: 'string', expiration: 'integer?' };

export const inOrderOf = 'domain';

export const properties: INodeProperties[] = [
	{
		displayName: 'Domain',
		name: 'domain',
		type: 'string',
		required: true,
		default: '',
		...forModel('The .link domain'),
		placeholder: 'e.g. example.link',
		description:
			'The .link domain to register. Use Check Status to see whether it is available and what it costs.',
	},
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const { domain } = readFields(context, itemIndex, properties, { domain: linkDomainName });
	return await apiObject(context, { method: 'POST', path: '/domains/register', body: { domain } });
}
