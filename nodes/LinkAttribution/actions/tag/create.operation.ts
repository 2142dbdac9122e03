import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { readFields } from '../../input/fields';
import { apiObject } from '../../transport/request';
import { tagColor, tagName, tagRules } from './fields';

export const properties: INodeProperties[] = [
	{ ...tagName, required: true },
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: [{ ...tagColor, description: 'Leave empty to use a random color other than pink' }],
	},
];

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const { name, additionalFields } = readFields.call(this, itemIndex, properties, tagRules);
	return await apiObject.call(this, {
		method: 'POST',
		path: '/tags',
		body: { name, ...additionalFields },
		needs: { scope: 'tags.write' },
	});
}
