import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { batchesOf } from '../../transport/batches';
import { apiList } from '../../transport/request';
import { asError } from '../../transport/unknown';
import { sendBatches, type BulkOutcome } from '../bulk';
import { MOST_LINKS, toLinkOutcome, type BulkResult } from './bulkResults';

export interface LinkChange {
	/** A link ID, or an external ID that starts with `ext_`. */
	linkId: string;
	data: IDataObject;
}

/**
 * Updates links in batches of up to 100 with the same changes, some at the same time.
 *
 * @returns the outcome of each change, in their order, with none for those not started after a failure
 */
export async function updateInBulk(
	this: IExecuteFunctions,
	changes: LinkChange[],
): Promise<BulkOutcome[]> {
	// A request takes either link IDs or external IDs.
	const keyOf = ({ linkId, data }: LinkChange) =>
		`${linkId.startsWith('ext_')} ${JSON.stringify(data)}`;
	return await sendBatches(this, batchesOf(changes, MOST_LINKS, keyOf), async (batch) =>
		updateTogether.call(
			this,
			batch.map((index) => changes[index].linkId),
			changes[batch[0]].data,
		),
	);
}

async function updateTogether(
	this: IExecuteFunctions,
	ids: string[],
	data: IDataObject,
): Promise<BulkOutcome[]> {
	const external = ids[0].startsWith('ext_');
	// Here the service takes external IDs without their prefix.
	const selection = external
		? { externalIds: ids.map((id) => id.slice('ext_'.length)) }
		: { linkIds: ids };
	try {
		const results = await apiList.call(this, {
			method: 'PATCH',
			path: '/links/bulk',
			body: { ...selection, data },
			needs: { scope: 'links.write' },
		});
		return ids.map((id) => toLinkOutcome(results.find((result) => isOf(result, id))));
	} catch (thrown) {
		const failure = asError(thrown);
		return ids.map(() => ({ failure }));
	}
}

/** Whether a result, or the link that it refuses, is that of the ID. */
function isOf(result: BulkResult, id: string): boolean {
	const link = (result.error === undefined ? result : result.link) as IDataObject | string | null;
	if (typeof link !== 'object' || link === null) return isNamed(link, id);
	// Of a link that does not exist, the service gives the external ID as `id`.
	const named = result.error === undefined ? link.externalId : (link.externalId ?? link.id);
	return link.id === id || isNamed(named, id);
}

/** With or without the prefix of external IDs. */
function isNamed(name: unknown, id: string): boolean {
	return name === id || `ext_${String(name)}` === id;
}
