import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import { check } from '../../helpers/check';
import { apiRequest } from '../../transport/request';
import { linkDomainName } from './names';

export const properties: INodeProperties[] = [
	{
		displayName: 'Domain',
		name: 'domain',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. example.link',
		description:
			'The domain to register, which must end with .link. Check Status tells whether it is free and what it costs.',
	},
];

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	return (await apiRequest.call(this, {
		method: 'POST',
		path: '/domains/register',
		body: check(z.object({ domain: linkDomainName }), {
			domain: this.getNodeParameter('domain', itemIndex),
		}),
		needs: { plan: 'Enterprise', scope: 'domains.write' },
	})) as IDataObject;
}
