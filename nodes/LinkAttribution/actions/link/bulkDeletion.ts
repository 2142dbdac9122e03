import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { counted } from '../../input/text';
import { asError } from '../../input/unknown';
import { batchesOf, inParallel } from '../batches';
import { readSettings } from '../../input/settings';
import { ApiError } from '../../transport/apiError';
import { path } from '../../transport/path';
import { apiResponse } from '../../transport/request';
import { MAX_LINKS } from './bulkResults';

export interface Deletion {
	linkIds: string[];
	deletedCount: number;
	/** Whether a lost request before may have deleted some links, which are then not counted. */
	wasRetried: boolean;
}

/**
 * Deletes links in batches of up to 100, in parallel. Those with a comma in their external ID are deleted one by one.
 *
 * @param linkIds link IDs and external IDs that start with `ext_`, without duplicates
 * @param onFailure receives the error of a request and its IDs; returns whether to continue
 */
export async function deleteInBulk(
	context: IExecuteFunctions,
	linkIds: string[],
	onFailure: (thrown: unknown, linkIds: string[]) => boolean,
): Promise<Deletion[]> {
	// In the list of a bulk request, a comma would end the ID.
	const together = linkIds.filter((id) => !id.includes(','));
	const apart = linkIds.filter((id) => id.includes(','));
	const requests = [
		...batchesOf(together, MAX_LINKS).map((batch) => batch.map((index) => together[index])),
		...apart.map((id) => [id]),
	];
	const deletions: Deletion[] = [];
	const { parallelItems } = readSettings(context);
	await inParallel(requests.length, parallelItems, async (index) => {
		const ids = requests[index];
		try {
			const isApart = index >= requests.length - apart.length;
			const send = isApart ? deleteApart : deleteTogether;
			deletions.push(await send(context, ids));
			return true;
		} catch (thrown) {
			return onFailure(thrown, ids);
		}
	});
	return deletions;
}

async function deleteTogether(context: IExecuteFunctions, linkIds: string[]): Promise<Deletion> {
	const { body, mayHaveSucceededBefore } = await apiResponse(context, {
		method: 'DELETE',
		path: '/links/bulk',
		query: { linkIds },
	});
	const { deletedCount } = body as IDataObject;
	return { linkIds, deletedCount: Number(deletedCount), wasRetried: mayHaveSucceededBefore };
}

async function deleteApart(context: IExecuteFunctions, linkIds: string[]): Promise<Deletion> {
	try {
		const { mayHaveSucceededBefore } = await apiResponse(context, {
			method: 'DELETE',
			path: path`/links/${linkIds[0]}`,
		});
		return { linkIds, deletedCount: 1, wasRetried: mayHaveSucceededBefore };
	} catch (thrown) {
		if (!(thrown instanceof ApiError) || thrown.failure.status !== 404) {
			throw asError(thrown);
		}
		return { linkIds, deletedCount: 0, wasRetried: false };
	}
}

export function countDeleted(deletions: Deletion[]): number {
	return deletions.reduce((sum, { deletedCount }) => sum + deletedCount, 0);
}

/** Adds to an error how many links other requests deleted. */
export function withDeleted(thrown: unknown, deletions: Deletion[]): unknown {
	const count = countDeleted(deletions);
	if (thrown instanceof ApiError && count > 0) {
		thrown.note = `Other requests deleted ${counted(count, 'link')}.`;
	}
	return thrown;
}
