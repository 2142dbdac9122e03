import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { readFields } from '../../input/fields';
import { path } from '../../transport/path';
import { apiObject } from '../../transport/request';
import { deleted, deletedShape } from '../output';
import type { Menu } from '../types';
import { chosenLink } from './chosenLink';
import { linkField } from './fields';

export const menu: Menu = {
	name: 'Delete',
	description: 'Permanently delete a short link',
	action: 'Delete link',
};

export const toolDescription =
	'Delete a short link for good: it stops working. Ask the user first.';

export const output = deletedShape;

export const properties: INodeProperties[] = [
	{ ...linkField, description: 'The link to delete permanently' },
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const { linkId } = readFields(context, itemIndex, properties);
	const id = await chosenLink(context, linkId);
	const response = await apiObject(context, { method: 'DELETE', path: path`/links/${id}` });
	return { id, ...deleted(response) };
}
