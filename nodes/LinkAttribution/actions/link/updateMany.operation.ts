import { type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { clearParameter } from '../../input/changes';
import { toBoundedList } from '../../input/lists';
import { isSimple } from '../../helpers/flags';
import { executeInBulk } from '../bulk';
import { simplify } from '../output';
import type { Outcome } from '../types';
import { simplifyLink } from './output';
import { updateInBulk, type LinkChange } from './bulkUpdate';
import { changeableFields, changesFromForm, clearableFields } from './changeForm';

/** What the service does not change in bulk. */
const NOT_IN_BULK = ['domain', 'externalId', 'key'];

const inBulk = ({ name }: INodeProperties) => !NOT_IN_BULK.includes(name);

export const properties: INodeProperties[] = [
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

export async function executeAll(this: IExecuteFunctions): Promise<Outcome[]> {
	return await executeInBulk(this, {
		entriesOf: (itemIndex) => changesOf.call(this, itemIndex),
		send: async (links) => await updateInBulk.call(this, links),
		toOutput: (link, itemIndex) => (isSimple.call(this, itemIndex) ? simplifyLink(link) : link),
		summary: 'links updated',
		properties,
	});
}

function changesOf(this: IExecuteFunctions, itemIndex: number): LinkChange[] {
	isSimple.call(this, itemIndex);
	const given = this.getNodeParameter('linkIds', itemIndex);
	const linkIds = toBoundedList(given, 'Link IDs', Infinity);
	const data = changesFromForm.call(this, itemIndex);
	return linkIds.map((linkId) => ({ linkId, data }));
}
