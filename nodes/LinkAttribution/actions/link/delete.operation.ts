import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { OPTIONS } from '../../input/collections';
import { readFields } from '../../input/fields';
import type { Outcome } from '../types';
import { chosenLink } from './chosenLink';
import { deleteChosen, deleteLink } from './deleteChosen';
import { linkField } from './fields';

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

export const properties: INodeProperties[] = [
	{ ...linkField, description: 'The link to delete permanently' },
	options,
];

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const { linkId } = readFields.call(this, itemIndex, properties);
	return await deleteLink.call(this, await chosenLink.call(this, linkId));
}

export async function executeAll(this: IExecuteFunctions): Promise<Outcome[] | undefined> {
	const { bulk = true } = readFields.call(this, 0, [options]).options;
	if (!bulk || this.getInputData().length < 2) return undefined;
	return await deleteChosen.call(this, properties);
}
