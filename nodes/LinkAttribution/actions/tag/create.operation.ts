import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { check } from '../../helpers/check';
import { given } from '../../helpers/given';
import { apiRequest } from '../../transport/request';
import { tagColor, tagFields, tagName } from './fields';

export const properties: INodeProperties[] = [
	{ ...tagName, required: true },
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: [
			{
				...tagColor,
				description: 'How the tag is shown. When left out, the service takes any but pink.',
			},
		],
	},
];

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	return (await apiRequest.call(this, {
		method: 'POST',
		path: '/tags',
		body: check(tagFields, {
			...given(this.getNodeParameter('additionalFields', itemIndex)),
			name: this.getNodeParameter('name', itemIndex),
		}),
		needs: { scope: 'tags.write' },
	})) as IDataObject;
}
