import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { clearParameter } from '../../input/changes';
import { UPDATE_FIELDS } from '../../input/collections';
import { readFields } from '../../input/fields';
import { path } from '../../transport/path';
import { apiObject } from '../../transport/request';
import { simplify } from '../output';
import type { Menu } from '../types';
import { linkChanges } from './body';
import { chosenLink } from './chosenLink';
import { changeableFields, clearableFields, linkField, singleLinkRules } from './fields';
import { simplifyLink, linkShape } from './output';

export const menu: Menu = {
	name: 'Update',
	description: 'Update a short link. The service sends its webhook event.',
	action: 'Update link',
};

export const toolDescription =
	'Change a short link, e.g. where it leads. Visitors see it at once. What is left empty stays.';

export const output = linkShape;

export const inOrderOf = 'linkId';

export const properties: INodeProperties[] = [
	{ ...linkField, description: 'The link to update' },
	simplify,
	{ ...UPDATE_FIELDS, options: changeableFields },
	clearParameter(clearableFields),
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const form = readFields(context, itemIndex, properties, singleLinkRules);
	const body = linkChanges(form);
	const linkId = await chosenLink(context, form.linkId);
	const link = await apiObject(context, { method: 'PATCH', path: path`/links/${linkId}`, body });
	return form.simple ? simplifyLink(context, link) : link;
}
