import {
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { apiObject } from '../../transport/request';
import type { Menu, Shape } from '../types';

export const menu: Menu = {
	name: 'Get Info',
	description: 'Get the connected user and their workspace. Requires the OAuth2 credential.',
	action: 'Get user info',
};

export const toolDescription = 'Get the name of the connected user and workspace.';

export const output: Shape = {
	id: 'string',
	name: 'string?',
	image: 'string?',
	workspace: { id: 'string', slug: 'string', name: 'string', logo: 'string?' },
};

export const properties: INodeProperties[] = [
	{
		displayName:
			'This operation requires the OAuth2 credential. An API key does not belong to a connected user.',
		name: 'oauthOnlyNotice',
		type: 'notice',
		displayOptions: { show: { authentication: ['apiKey'] } },
		default: '',
	},
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	if (context.getNodeParameter('authentication', itemIndex) === 'apiKey') {
		throw new UserError("'Authentication' must be OAuth2 for this operation", {
			description:
				'An API key does not belong to a connected user. Choose OAuth2 and connect an account.',
		});
	}
	return await apiObject(context, { method: 'GET', path: '/oauth/userinfo' });
}
