import { updateDisplayOptions, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { clearParameter } from '../../helpers/clear';
import { toBoundedList } from '../../helpers/lists';
import { simplify } from '../common.descriptions';
import type { Outcome } from '../router';
import { outcomesOfAll } from './bulkOutcomes';
import { updateInBulk, type LinkChange } from './bulkUpdate';
import { changeableFields, changesFromForm, clearableFields } from './changeForm';

/** What the service does not change in bulk. */
const NOT_IN_BULK = ['domain', 'externalId', 'key'];

const inBulk = ({ name }: INodeProperties) => !NOT_IN_BULK.includes(name);

const properties: INodeProperties[] = [
	{
		displayName: 'Link IDs',
		name: 'linkIds',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. link_1, link_2',
		description:
			'The links to update, comma-separated or as an array: link IDs, or external IDs that start with ext_. Items with the same changes are updated together, in calls of 100.',
	},
	simplify,
	{
		displayName: 'Update Fields',
		name: 'updateFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: changeableFields.filter(inBulk),
	},
	clearParameter(clearableFields.filter(inBulk)),
];

export const description = updateDisplayOptions(
	{ show: { resource: ['link'], operation: ['updateMany'] } },
	properties,
);

export async function executeAll(this: IExecuteFunctions): Promise<Outcome[]> {
	return await outcomesOfAll(
		this,
		(itemIndex) => changesOf.call(this, itemIndex),
		async (links) => await updateInBulk.call(this, links),
		'updated',
		description,
	);
}

function changesOf(this: IExecuteFunctions, itemIndex: number): LinkChange[] {
	const given = this.getNodeParameter('linkIds', itemIndex);
	const linkIds = toBoundedList(given, 'Link IDs', Infinity);
	const data = changesFromForm.call(this, itemIndex);
	return linkIds.map((linkId) => ({ linkId, data }));
}
