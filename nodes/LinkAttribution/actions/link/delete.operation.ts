import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { isOn } from '../../helpers/flags';
import { linkLocator } from '../../input/locators';
import type { Outcome } from '../types';
import { chosenLink } from './chosenLink';
import { deleteChosen, deleteLink } from './deleteChosen';

export const properties: INodeProperties[] = [
	{ ...linkLocator, required: true, description: 'The link to delete. This cannot be undone.' },
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: 'Delete in Bulk',
				name: 'bulk',
				type: 'boolean',
				default: true,
				description:
					'Whether the links of several input items are deleted in calls of 100, for which the service sends no webhook events. Turn it off to delete them one by one.',
			},
		],
	},
];

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const linkId = await chosenLink.call(this, this.getNodeParameter('linkId', itemIndex));
	return await deleteLink.call(this, linkId);
}

export async function executeAll(this: IExecuteFunctions): Promise<Outcome[] | undefined> {
	const { bulk = true } = this.getNodeParameter('options', 0, {});
	if (!isOn(bulk, 'Delete in Bulk') || this.getInputData().length < 2) return undefined;
	return await deleteChosen.call(this);
}
