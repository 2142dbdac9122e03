import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { clearParameter } from '../../input/changes';
import { UPDATE_FIELDS } from '../../input/collections';
import { readFields } from '../../input/fields';
import { list } from '../../input/lists';
import { batchesInRounds } from '../batches';
import { apiList } from '../../transport/request';
import { hint } from '../../input/hints';
import { asError } from '../../input/unknown';
import { executeInBulk, sendBatches, type BulkOutcome } from '../bulk';
import { simplify } from '../output';
import type { Outcome, Menu } from '../types';
import { linkChanges } from './body';
import { hasParameters, withDestination } from './destination';
import { MAX_LINKS, toLinkOutcome, type BulkResult } from './bulkResults';
import { bulkFields, clearableInBulk, linkIdsField, linkRules } from './fields';
import { simplifyLink, linkShape } from './output';

interface LinkChange {
	/** A link ID, or an external ID that starts with `ext_`. */
	linkId: string;
	data: IDataObject;
}

export const menu: Menu = {
	name: 'Update Many',
	description: 'Update short links in batches of 100, without webhook events',
	action: 'Update many links',
};

export const toolDescription =
	'Set the same values for several short links. What is left empty stays. Ask the user first.';

export const output = linkShape;

export const properties: INodeProperties[] = [
	{
		...linkIdsField,
		description:
			'Link IDs, or external IDs that start with ext_, comma-separated or as an array. Links of all input items with the same changes are updated in batches of 100.',
	},
	simplify,
	{ ...UPDATE_FIELDS, options: bulkFields },
	clearParameter(clearableInBulk),
];

export async function executeAll(context: IExecuteFunctions): Promise<Outcome[]> {
	const isSimple: boolean[] = [];
	return await executeInBulk(context, {
		entriesOf: (itemIndex) => {
			const form = readFields(context, itemIndex, properties, { ...linkRules, linkIds: list });
			isSimple[itemIndex] = form.simple;
			const data = withDestination(linkChanges(form));
			return (form.linkIds as string[]).map((linkId) => ({ linkId, data }));
		},
		send: async (changes) => await updateInBulk(context, changes),
		toOutput: (link, itemIndex) => (isSimple[itemIndex] ? simplifyLink(context, link) : link),
		noun: 'link',
		verb: 'updated',
		properties,
	});
}

async function updateInBulk(
	context: IExecuteFunctions,
	changes: LinkChange[],
): Promise<BulkOutcome[]> {
	const textOf = ({ data }: LinkChange) => JSON.stringify(data);
	const batches = batchesInRounds(
		changes,
		MAX_LINKS,
		({ linkId }) => linkId,
		textOf,
		// A request takes either link IDs or external IDs.
		(change) => `${change.linkId.startsWith('ext_')} ${textOf(change)}`,
	);
	return await sendBatches(context, changes, batches, async (batch) => {
		const ids = batch.map(({ linkId }) => linkId);
		return await updateTogether(context, ids, batch[0].data);
	});
}

async function updateTogether(
	context: IExecuteFunctions,
	ids: string[],
	data: IDataObject,
): Promise<BulkOutcome[]> {
	const external = ids[0].startsWith('ext_');
	// This endpoint expects external IDs without their prefix.
	const selection = external
		? { externalIds: ids.map((id) => id.slice('ext_'.length)) }
		: { linkIds: ids };
	try {
		const results = await apiList(context, {
			method: 'PATCH',
			path: '/links/bulk',
			body: { ...selection, data },
		});
		return ids.map((id) => {
			const result = results.find((one) => isOf(one, id));
			if (result && !hasParameters(result, data)) {
				hint(
					context,
					'The service stored the UTM parameters without adding them to the destinations of the links. To add them, use Link: Update.',
				);
			}
			return toLinkOutcome(context, result);
		});
	} catch (thrown) {
		const failure = asError(thrown);
		return ids.map(() => ({ failure }));
	}
}

/** Whether a result, also of a refused link, belongs to the ID. */
function isOf(result: BulkResult, id: string): boolean {
	const link = (result.error === undefined ? result : result.link) as IDataObject | string | null;
	if (typeof link !== 'object' || link === null) return isNamed(link, id);
	// For a link that does not exist, the service returns the external ID as `id`.
	const named = result.error === undefined ? link.externalId : (link.externalId ?? link.id);
	return link.id === id || isNamed(named, id);
}

/** With or without the prefix of external IDs. */
function isNamed(name: unknown, id: string): boolean {
	return name === id || `ext_${String(name)}` === id;
}
