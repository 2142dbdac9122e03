import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { asError } from '../../helpers/asError';
import { chunks } from '../../helpers/chunks';
import { apiList } from '../../transport/request';
import { sendCalls, toLinkOutcome, type LinkOutcome } from './bulkOutcomes';
import { MOST_LINKS, type BulkResult } from './bulkResults';

export interface LinkChange {
	/** A link ID, or an external ID that starts with `ext_`. */
	linkId: string;
	data: IDataObject;
}

interface Call {
	/** Places of the links among all. */
	places: number[];
	ids: string[];
	data: IDataObject;
}

/**
 * Changes links in calls of up to 100 with the same changes, some calls at the same time.
 *
 * @returns the outcome of each change, in their order; none for those whose call was not begun after a failure
 */
export async function updateInBulk(
	this: IExecuteFunctions,
	changes: LinkChange[],
): Promise<LinkOutcome[]> {
	return await sendCalls(
		this,
		callsOf(changes),
		async (call) => await updateTogether.call(this, call),
	);
}

/** A call takes either link IDs or external IDs. */
function callsOf(changes: LinkChange[]): Call[] {
	const groups = new Map<string, number[]>();
	changes.forEach(({ linkId, data }, place) => {
		const key = `${linkId.startsWith('ext_')} ${JSON.stringify(data)}`;
		const known = groups.get(key);
		if (known) known.push(place);
		else groups.set(key, [place]);
	});
	return [...groups.values()]
		.flatMap((places) => chunks(places, MOST_LINKS))
		.map((places) => ({
			places,
			ids: places.map((place) => changes[place].linkId),
			data: changes[places[0]].data,
		}));
}

async function updateTogether(
	this: IExecuteFunctions,
	{ ids, data }: Call,
): Promise<LinkOutcome[]> {
	const external = ids[0].startsWith('ext_');
	// Here the service takes external IDs without their prefix.
	const selection = external
		? { externalIds: ids.map((id) => id.slice('ext_'.length)) }
		: { linkIds: ids };
	try {
		const results: BulkResult[] = await apiList.call(this, {
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
