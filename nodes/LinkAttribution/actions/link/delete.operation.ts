import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { OPTIONS } from '../../input/collections';
import { readFields } from '../../input/fields';
import type { Outcome, Menu } from '../types';
import { chosenLink } from './chosenLink';
import { deleteChosen, deleteLink } from './deleteChosen';
import { linkField } from './fields';
import { deletedShape } from '../output';

const options: INodeProperties = {
	...OPTIONS,
	options: [
		{
			displayName: 'Delete in Bulk',
			name: 'bulk',
			type: 'boolean',
			default: true,
			description:
				'Whether to delete the links of several input items in batches of 100, for which the service sends no webhook events. Turn off to delete them one by one.',
		},
	],
};

export const menu: Menu = {
	name: 'Delete',
	description:
		'Permanently delete a short link. Several input items are deleted in bulk, without webhook events, unless you turn off Delete in Bulk.',
	action: 'Delete link',
};

export const toolDescription =
	'Delete a short link for good: it stops working. Ask the user first.';

export const output = deletedShape;

export const properties: INodeProperties[] = [
	{ ...linkField, description: 'The link to delete permanently' },
	options,
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const { linkId } = readFields(context, itemIndex, properties);
	return await deleteLink(context, await chosenLink(context, linkId));
}

export async function executeAll(context: IExecuteFunctions): Promise<Outcome[] | undefined> {
	const { bulk = true } = readFields(context, 0, [options]).options;
	if (!bulk || context.getInputData().length < 2) return undefined;
	return await deleteChosen(context, properties);
}
