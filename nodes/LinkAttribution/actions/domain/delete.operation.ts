import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { deleted } from '../output';
import { path } from '../../transport/path';
import { apiRequest } from '../../transport/request';
import { domainLocator } from '../../input/locators';
import { chosenDomain } from './names';

export const properties: INodeProperties[] = [
	{
		...domainLocator,
		required: true,
		description:
			'The domain to delete for good, together with all its links, for which the service sends no webhook events. The domain of a partner program and domains that the service registered cannot be deleted.',
	},
];

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const name = chosenDomain.call(this, itemIndex);
	return deleted(
		await apiRequest.call(this, {
			method: 'DELETE',
			path: path`/domains/${name}`,
			needs: { scope: 'domains.write' },
		}),
	);
}
