import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { clearParameter } from '../../input/changes';
import { readFields } from '../../input/fields';
import { apiObject } from '../../transport/request';
import { simplify } from '../output';
import type { Menu } from '../types';
import { newLink, withClearedFields } from './body';
import {
	clearableFields,
	destinationParameters,
	newDestination,
	newLinkFields,
	singleLinkRules,
} from './fields';
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
	const link = await apiObject(context, {
		method: 'PUT',
		path: '/links/upsert',
		body: withClearedFields(withDestination(newLink(form)), form.fieldsToClear, clearableFields),
	});
	return form.simple ? simplifyLink(context, link) : link;
}

/**
 * Adds the parameters to the destination, as the service stores it: it looks for a link with the URL that is sent, before it
 * adds them, and would create another one each time. In its public source: `apps/web/app/api/links/upsert/route.ts`, and
 * `constructURLFromUTMParams`, which takes the first plus sign of a value for a space.
 */
function withDestination(link: IDataObject): IDataObject {
	const url = String(link.url);
	const names = destinationParameters.filter((name) => link[name]);
	const address = URL.canParse(url) ? url : `https://${url}`;
	if (names.length === 0 || !URL.canParse(address)) return link;
	const destination = new URL(address);
	for (const name of names) {
		destination.searchParams.set(name, String(link[name]).trim().replace('+', ' '));
	}
	return { ...link, url: destination.href };
}
