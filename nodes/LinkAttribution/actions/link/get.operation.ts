import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { readFields } from '../../input/fields';
import { simplify } from '../output';
import type { Menu } from '../types';
import { findLink } from './chosenLink';
import { linkField } from './fields';
import { simplifyLink, linkShape } from './output';

export const menu: Menu = {
	name: 'Get',
	description: 'Get a short link with its counts of clicks, leads, and sales',
	action: 'Get link',
};

export const toolDescription =
	'Get one short link with its destination, clicks, leads, and sales since it was created.';

export const output = linkShape;

export const properties: INodeProperties[] = [
	{ ...linkField, description: 'The link to retrieve' },
	simplify,
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const { linkId, simple } = readFields(context, itemIndex, properties);
	const link = await findLink(context, linkId);
	return simple ? simplifyLink(context, link) : link;
}
