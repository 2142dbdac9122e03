import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { asError } from '../../transport/unknown';
import { batchesOf, inParallel } from '../../transport/batches';
import { readSettings } from '../../transport/settings';
import { ApiError } from '../../transport/errors';
import { path } from '../../transport/path';
import { apiResponse } from '../../transport/request';
import { MOST_LINKS } from './bulkResults';

export interface Deletion {
	linkIds: string[];
	deletedCount: number;
	/** Whether the call was repeated after one that may have deleted some already, which then do not count. */
	repeated: boolean;
}

/**
 * Deletes links in calls of up to 100, some at the same time; those with a comma in their external ID one by one.
 *
 * @param linkIds link IDs and external IDs that start with `ext_`, none of them twice
 * @param onFailure takes what a call failed with, and its IDs; tells whether to go on
 */
export async function deleteInBulk(
	this: IExecuteFunctions,
	linkIds: string[],
	onFailure: (thrown: unknown, linkIds: string[]) => boolean,
): Promise<Deletion[]> {
	// A comma in an external ID would end it in the list of a bulk call.
	const together = linkIds.filter((id) => !id.includes(','));
	const apart = linkIds.filter((id) => id.includes(','));
	const calls = [
		...batchesOf(together, MOST_LINKS).map((batch) => batch.map((index) => together[index])),
		...apart.map((id) => [id]),
	];
	const deletions: Deletion[] = [];
	const { parallelItems } = readSettings.call(this);
	await inParallel(calls.length, parallelItems, async (index) => {
		const ids = calls[index];
		try {
			const isApart = index >= calls.length - apart.length;
			const send = isApart ? deleteApart : deleteTogether;
			deletions.push(await send.call(this, ids));
			return true;
		} catch (thrown) {
			return onFailure(thrown, ids);
		}
	});
	return deletions;
}

async function deleteTogether(this: IExecuteFunctions, linkIds: string[]): Promise<Deletion> {
	const { body, mayHaveSucceededBefore } = await apiResponse.call(this, {
		method: 'DELETE',
		path: '/links/bulk',
		query: { linkIds },
		needs: { scope: 'links.write' },
	});
	const { deletedCount } = body as IDataObject;
	return { linkIds, deletedCount: Number(deletedCount), repeated: mayHaveSucceededBefore };
}

async function deleteApart(this: IExecuteFunctions, linkIds: string[]): Promise<Deletion> {
	try {
		const { mayHaveSucceededBefore } = await apiResponse.call(this, {
			method: 'DELETE',
			path: path`/links/${linkIds[0]}`,
			needs: { scope: 'links.write' },
		});
		return { linkIds, deletedCount: 1, repeated: mayHaveSucceededBefore };
	} catch (thrown) {
		if (!(thrown instanceof ApiError) || thrown.failure.status !== 404) {
			throw asError(thrown);
		}
		return { linkIds, deletedCount: 0, repeated: false };
	}
}

export function countDeleted(deletions: Deletion[]): number {
	return deletions.reduce((sum, { deletedCount }) => sum + deletedCount, 0);
}

/** Adds to an error that other calls did delete links. */
export function withDeleted(thrown: unknown, deletions: Deletion[]): unknown {
	const count = countDeleted(deletions);
	if (thrown instanceof ApiError && count > 0) {
		thrown.note = `Other calls deleted ${count} link${count === 1 ? '' : 's'}.`;
	}
	return thrown;
}
