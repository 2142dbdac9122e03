import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { ADDITIONAL_FIELDS } from '../../input/collections';
import { readFields } from '../../input/fields';
import { apiObject } from '../../transport/request';
import { destinationUrl } from '../link/fields';
import { simplifyLink, linkShape } from '../link/output';
import { simplify } from '../output';
import type { Menu } from '../types';
import { partnerField } from './fields';
import { newLinkPropsOf, linkPropsParameters, partnerLinkRules, slugField } from './linkFields';

export const menu: Menu = {
	name: 'Create Link',
	description: 'Create another short link for an enrolled partner',
	action: 'Create partner link',
};

export const toolDescription = 'Create another short link for a partner.';

export const output = linkShape;

export const properties: INodeProperties[] = [
	{ ...partnerField, description: 'The partner to create the link for' },
	simplify,
	{
		...ADDITIONAL_FIELDS,
		options: [
			{
				...destinationUrl,
				description: "Where the link leads. Leave empty to use the program's default URL.",
			},
			slugField,
		],
	},
	...linkPropsParameters('Other settings of the link'),
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const form = readFields(context, itemIndex, properties, partnerLinkRules);
	const { partner, additionalFields, simple } = form;
	const link = await apiObject(context, {
		method: 'POST',
		path: '/partners/links',
		body: {
			...(partner as IDataObject),
			...additionalFields,
			...newLinkPropsOf(form, additionalFields.key),
		},
	});
	return simple ? simplifyLink(context, link) : link;
}
