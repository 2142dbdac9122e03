import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import { check } from '../../helpers/check';
import { toBoundedList } from '../../input/lists';
import { apiRequest } from '../../transport/request';
import { linkDomainName } from './names';

export const properties: INodeProperties[] = [
	{
		displayName: 'Domains',
		name: 'domains',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. example.link, other.link',
		description:
			'The domains to check, comma-separated or as an array. All must end with .link, as the service leaves others out without a word. Each gives one output item; prices are in cents of US dollars.',
	},
];

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject[]> {
	const { domains } = check(z.object({ domains: z.array(linkDomainName) }), {
		domains: toBoundedList(this.getNodeParameter('domains', itemIndex), 'Domains', Infinity),
	});
	return (await apiRequest.call(this, {
		method: 'GET',
		path: '/domains/status',
		query: { domains: [...new Set(domains)] },
		needs: { plan: 'Enterprise', scope: 'domains.read' },
	})) as IDataObject[];
}
