import {
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { apiRequest } from '../../transport/request';

export const properties: INodeProperties[] = [
	{
		displayName:
			'This operation needs the OAuth2 credential: an API key does not stand for a connected user.',
		name: 'oauthOnlyNotice',
		type: 'notice',
		displayOptions: { show: { authentication: ['apiKey'] } },
		default: '',
	},
];

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	if (this.getNodeParameter('authentication', itemIndex) === 'apiKey') {
		throw new UserError("'Authentication' must be OAuth2 for User · Get Info.", {
			description: 'The service tells about the connected user only, and an API key has none.',
		});
	}
	return (await apiRequest.call(this, {
		method: 'GET',
		path: '/oauth/userinfo',
		needs: { scope: 'user.read' },
	})) as IDataObject;
}
