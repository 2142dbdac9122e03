import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { ADDITIONAL_FIELDS } from '../../input/collections';
import { readFields } from '../../input/fields';
import { apiObject } from '../../transport/request';
import type { Menu } from '../types';
import {
	accessLevel,
	folderDescription,
	folderName,
	folderRules,
	planOf,
	folderShape,
} from './fields';

export const menu: Menu = {
	name: 'Create',
	description: 'Create a folder for links. Requires the Pro plan.',
	action: 'Create folder',
};

export const toolDescription = 'Create a folder for links.';

export const output = folderShape;

/** The first one of several with the same name is created. */
export const inOrderOf = 'name';

export const properties: INodeProperties[] = [
	{ ...folderName, required: true },
	{ ...ADDITIONAL_FIELDS, options: [accessLevel, folderDescription] },
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const { name, additionalFields } = readFields(context, itemIndex, properties, folderRules);
	return await apiObject(context, {
		method: 'POST',
		path: '/folders',
		body: { name, ...additionalFields },
		plan: planOf(additionalFields),
	});
}
