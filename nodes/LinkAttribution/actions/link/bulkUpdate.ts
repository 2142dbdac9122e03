import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { asError } from '../../helpers/asError';
import { chunks } from '../../helpers/chunks';
import { inParallel } from '../../helpers/parallel';
import { readSettings } from '../../helpers/settings';
import { apiRequest } from '../../transport/request';
import { toLinkOutcome, type LinkOutcome } from './bulkOutcomes';
import type { BulkResult } from './bulkResults';

/** The service takes up to 100 links in one call. */
const MOST_LINKS = 100;

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
	const calls = callsOf(changes);
	const outcomes: LinkOutcome[] = [];
	const { parallelItems } = readSettings.call(this);
	await inParallel(calls.length, parallelItems, async (index) => {
		const { places } = calls[index];
		const results = await updateTogether.call(this, calls[index]);
		results.forEach((outcome, place) => (outcomes[places[place]] = outcome));
		return this.continueOnFail() || !results.some((outcome) => 'failure' in outcome);
	});
	return outcomes;
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
		const results = (await apiRequest.call(this, {
			method: 'PATCH',
			path: '/links/bulk',
			body: { ...selection, data },
			needs: { scope: 'links.write' },
		})) as BulkResult[];
		return ids.map((id) => toLinkOutcome(results.find((result) => isOf(result, id))));
	} catch (thrown) {
		const failure = asError(thrown);
		return ids.map(() => ({ failure }));
	}
}

/** Whether a result, or the link that it refuses, is that of the ID. */
function isOf(result: BulkResult, id: string): boolean {
	const link = (result.error === undefined ? result : result.link) as IDataObject | string | null;
	if (typeof link !== 'object' || link === null) return link === id;
	return link.id === id || `ext_${String(link.externalId)}` === id;
}
