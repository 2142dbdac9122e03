import {
	updateDisplayOptions,
	UserError,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { byLabel } from '../../helpers/labels';
import { toBoundedList } from '../../helpers/lists';
import { readLocator } from '../../helpers/locator';
import { simplify } from '../common.descriptions';
import type { Outcome } from '../router';
import { byItem, outcomeOf } from './bulkOutcomes';
import { updateInBulk, type LinkChange } from './bulkUpdate';
import { ownFields } from './createForm';
import { linkBody, linkProperties } from './fields';

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
	const outcomes: Outcome[] = [];
	const changes: LinkChange[] = [];
	const itemOf: number[] = [];
	for (const itemIndex of this.getInputData().keys()) {
		try {
			for (const change of changesOf.call(this, itemIndex)) {
				changes.push(change);
				itemOf.push(itemIndex);
			}
		} catch (thrown) {
			outcomes[itemIndex] = { thrown };
			if (!this.continueOnFail()) return outcomes;
		}
	}
	const updated = await updateInBulk.call(this, changes);
	const updatedCount = updated.filter((outcome) => 'link' in outcome).length;
	for (const [itemIndex, ofItem] of byItem(updated, itemOf)) {
		outcomes[itemIndex] = outcomeOf.call(
			this,
			itemIndex,
			ofItem,
			`${updatedCount} updated`,
			description,
		);
	}
	return outcomes;
}

function changesOf(this: IExecuteFunctions, itemIndex: number): LinkChange[] {
	const given = this.getNodeParameter('linkIds', itemIndex);
	const linkIds = toBoundedList(given, 'Link IDs', Infinity);
	const fields = this.getNodeParameter('updateFields', itemIndex);
	const data = linkBody.call(this, {
		...fields,
		folderId: readLocator(fields.folderId).text,
		partnerId: readLocator(fields.partnerId).text,
	});
	if (Object.keys(data).length === 0) {
		throw new UserError("'Update Fields' is empty. Add at least one field to change.");
	}
	return linkIds.map((linkId) => ({ linkId, data }));
}
