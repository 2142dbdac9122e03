import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { readFields } from '../../input/fields';
import { apiObject } from '../../transport/request';
import { simplify } from '../output';
import type { Menu } from '../types';
import { newLink, requireEffect } from './body';
import { newDestination, newLinkFields, singleLinkRules } from './fields';
import { simplifyLink, linkShape } from './output';

export const menu: Menu = {
	name: 'Create',
	description: 'Create a short link',
	action: 'Create short link',
};

export const toolDescription =
	'Create a short link to a URL. To change one that exists, use Update Link.';

export const output = linkShape;

/** The first one of several with the same slug is created. */
export const inOrderOf = 'key';

export const properties: INodeProperties[] = [newDestination, simplify, ...newLinkFields];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const form = readFields(context, itemIndex, properties, singleLinkRules);
	const link = await apiObject(context, {
		method: 'POST',
		path: '/links',
		body: requireEffect(newLink(form)),
	});
	return form.simple ? simplifyLink(context, link) : link;
}
