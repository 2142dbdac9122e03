import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { check } from '../../helpers/check';
import { isSimple } from '../../helpers/flags';
import { given } from '../../helpers/given';
import { apiRequest } from '../../transport/request';
import { simplify } from '../output';
import { domainFields, domainProperties, LABELS, needsOf, slug } from './fields';
import { simplifyDomain } from './output';

export const properties: INodeProperties[] = [
	{
		...slug,
		required: true,
		description:
			'The domain to add, which is yours already, without https:// and www.; up to 190 characters. Links on it work once its DNS records lead to the service.',
	},
	simplify,
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: domainProperties,
	},
];

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const body = given(
		check(
			domainFields.required({ slug: true }),
			{
				...given(this.getNodeParameter('additionalFields', itemIndex)),
				slug: this.getNodeParameter('slug', itemIndex),
			},
			LABELS,
		),
	);
	const simple = isSimple.call(this, itemIndex);
	const domain = (await apiRequest.call(this, {
		method: 'POST',
		path: '/domains',
		body,
		needs: needsOf(body),
	})) as IDataObject;
	return simple ? simplifyDomain(domain) : domain;
}
