import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { clearParameter } from '../../input/changes';
import { readFields } from '../../input/fields';
import { apiObject } from '../../transport/request';
import { simplify } from '../output';
import type { Menu } from '../types';
import { newLink, withClearedFields } from './body';
import { withDestination, withDestinationHint } from './destination';
import { clearableFields, newDestination, newLinkFields, singleLinkRules } from './fields';
import { simplifyLink, linkShape } from './output';

export const menu: Menu = {
	name: 'Create or Update',
	description: 'Create a new record, or update the current one if it already exists (upsert)',
	action: 'Create or update link',
};

export const toolDescription =
	'Create a short link to a URL, or update the one that leads to exactly this URL.';

export const output = linkShape;

export const inOrderOf = 'url';

export const properties: INodeProperties[] = [
	{
		...newDestination,
		description:
			'Where the short link leads. Updates the link with exactly this destination and these UTM parameters, on any domain, or creates one. No webhook event is sent for a link created this way.',
	},
	simplify,
	...newLinkFields,
	clearParameter(clearableFields),
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const form = readFields(context, itemIndex, properties, singleLinkRules);
	const wanted = withDestination(newLink(form));
	const body = withClearedFields(wanted, form.fieldsToClear, clearableFields);
	const link = await apiObject(context, { method: 'PUT', path: '/links/upsert', body });
	return withDestinationHint(context, form.simple ? simplifyLink(context, link) : link, link, body);
}
