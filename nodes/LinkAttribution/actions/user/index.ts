import type { INodeProperties } from 'n8n-workflow';
import * as getInfo from './getInfo.operation';

export const name = 'User';

export const operations = { getInfo };

export const menu: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['user'] } },
	options: [
		{
			name: 'Get Info',
			value: 'getInfo',
			description: 'Get the connected user and their workspace. Requires the OAuth2 credential.',
			action: 'Get user info',
		},
	],
	default: 'getInfo',
};
