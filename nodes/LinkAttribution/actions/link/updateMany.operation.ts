import {
	updateDisplayOptions,
	UserError,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { byLabel } from '../../helpers/labels';
import { toBoundedList } from '../../helpers/lists';
import { simplify } from '../common.descriptions';
import type { Outcome } from '../router';
import { outcomesOfAll } from './bulkOutcomes';
import { updateInBulk, type LinkChange } from './bulkUpdate';
import { formBody, ownFields } from './createForm';
import { linkProperties } from './fields';

/** What the service does not change in bulk. */
const NOT_IN_BULK = ['domain', 'externalId', 'key', 'keyLength', 'prefix'];

const destination: INodeProperties = {
	displayName: 'Destination URL',
	name: 'url',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://example.com/landing-page',
	description: 'Where the short links lead to',
};

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
		options: [destination, ...linkProperties, ...ownFields]
			.filter(({ name }) => !NOT_IN_BULK.includes(name))
			.sort(byLabel),
	},
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
	const fields = this.getNodeParameter('updateFields', itemIndex);
	const data = formBody.call(this, fields);
	if (Object.keys(data).length === 0) {
		throw new UserError("'Update Fields' is empty. Add at least one field to change.");
	}
	return linkIds.map((linkId) => ({ linkId, data }));
}
