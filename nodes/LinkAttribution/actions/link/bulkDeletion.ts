import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { chunks } from '../../helpers/chunks';
import { inParallel } from '../../helpers/parallel';
import { readSettings } from '../../helpers/settings';
import { RefusedRequest } from '../../transport/errors';
import { apiResponse } from '../../transport/request';
import { MOST_LINKS } from './bulkResults';

export interface Deletion {
	linkIds: string[];
	deletedCount: number;
	/** Whether the call was repeated after one that may have deleted some already, which then do not count. */
	repeated: boolean;
}

/**
 * Deletes links in calls of up to 100, some at the same time.
 *
 * @param linkIds link IDs and external IDs that start with `ext_`, none of them twice
 * @param onFailure takes what a call failed with, and its IDs; tells whether to go on
 */
export async function deleteInBulk(
	this: IExecuteFunctions,
	linkIds: string[],
	onFailure: (thrown: unknown, linkIds: string[]) => boolean,
): Promise<Deletion[]> {
	const calls = chunks(linkIds, MOST_LINKS);
	const deletions: Deletion[] = [];
	const { parallelItems } = readSettings.call(this);
	await inParallel(calls.length, parallelItems, async (index) => {
		const ids = calls[index];
		try {
			deletions.push(await deleteTogether.call(this, ids));
			return true;
		} catch (thrown) {
			return onFailure(thrown, ids);
		}
	});
	return deletions;
}

async function deleteTogether(this: IExecuteFunctions, linkIds: string[]): Promise<Deletion> {
	const { body, maybeCarriedOutBefore } = await apiResponse.call(this, {
		method: 'DELETE',
		path: '/links/bulk',
		query: { linkIds },
		needs: { scope: 'links.write' },
	});
	const { deletedCount } = body as IDataObject;
	return { linkIds, deletedCount: Number(deletedCount), repeated: maybeCarriedOutBefore };
}

export function countDeleted(deletions: Deletion[]): number {
	return deletions.reduce((sum, { deletedCount }) => sum + deletedCount, 0);
}

/** Adds to an error that other calls did delete links. */
export function withDeleted(thrown: unknown, deletions: Deletion[]): unknown {
	const count = countDeleted(deletions);
	if (thrown instanceof RefusedRequest && count > 0) {
		thrown.note = `Other calls deleted ${count} link${count === 1 ? '' : 's'}.`;
	}
	return thrown;
}
