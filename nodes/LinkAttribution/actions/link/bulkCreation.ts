import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { asError } from '../../transport/unknown';
import { batchesOf } from '../../transport/batches';
import { ApiError } from '../../transport/errors';
import { apiList } from '../../transport/request';
import { sendBatches, type BulkOutcome } from '../bulk';
import { inOrderSent, MOST_LINKS, toLinkOutcome } from './bulkResults';

/**
 * Creates links in batches of up to 100, some at the same time.
 *
 * @returns the outcome of each link, in their order, with none for those not started after a failure
 */
export async function createInBulk(
	this: IExecuteFunctions,
	links: IDataObject[],
): Promise<BulkOutcome[]> {
	return await sendBatches(this, batchesOf(links, MOST_LINKS), async (batch) =>
		createTogether.call(
			this,
			batch.map((index) => links[index]),
		),
	);
}

async function createTogether(
	this: IExecuteFunctions,
	links: IDataObject[],
): Promise<BulkOutcome[]> {
	try {
		const results = await apiList.call(this, {
			method: 'POST',
			path: '/links/bulk',
			body: links,
			needs: { scope: 'links.write' },
		});
		return inOrderSent(links, results).map(toLinkOutcome);
	} catch (thrown) {
		const failure = asError(thrown);
		const invalid = placeOfInvalid(thrown, links.length);
		if (invalid === undefined) return links.map(() => ({ failure }));
		if (!this.continueOnFail()) {
			const outcomes: BulkOutcome[] = [];
			outcomes[invalid] = { failure };
			return outcomes;
		}
		// One link that is not valid keeps the service from creating any of the call.
		const others = links.filter((_link, place) => place !== invalid);
		const outcomes = others.length > 0 ? await createTogether.call(this, others) : [];
		return outcomes.toSpliced(invalid, 0, { failure });
	}
}

/** Which link of a call the service names as not valid, in a message such as `custom: [3].url: ...`. */
function placeOfInvalid(thrown: unknown, count: number): number | undefined {
	if (!(thrown instanceof ApiError) || ![400, 422].includes(thrown.failure.status ?? 0)) {
		return undefined;
	}
	const [, place] = /^[a-z_]+: \[(\d+)\]/.exec(thrown.failure.message) ?? [];
	return place !== undefined && Number(place) < count ? Number(place) : undefined;
}
