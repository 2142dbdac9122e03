import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v4';
import { isTool } from '../../input/model';
import { readFields } from '../../input/fields';
import { list } from '../../input/lists';
import { readSettings } from '../../input/settings';
import { counted } from '../../input/text';
import { asError } from '../../input/unknown';
import { ApiError } from '../../transport/apiError';
import { checkResponse } from '../../transport/expected';
import { path } from '../../transport/path';
import { apiResponse } from '../../transport/request';
import { batchesOf, inParallel } from '../batches';
import type { Menu, Shape } from '../types';
import { MAX_LINKS } from './bulkResults';
import { linkIdsField } from './fields';

export const menu: Menu = {
	name: 'Delete Many',
	description: 'Permanently delete short links in batches of 100, without webhook events',
	action: 'Delete many links',
};

export const toolDescription =
	'Delete several short links for good: they stop working. Ask the user first.';

export const output: Shape = { deletedCount: 'integer', ignoredCount: 'integer' };

export const properties: INodeProperties[] = [
	{
		...linkIdsField,
		description:
			'Link IDs, or external IDs that start with ext_, comma-separated or as an array. The links are deleted permanently, in batches of 100. IDs that do not exist are ignored and counted as ignored.',
	},
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const form = readFields(context, itemIndex, properties, { linkIds: list });
	const linkIds = form.linkIds as string[];
	const deletions = await deleteInBulk(context, linkIds);
	const deletedCount = countDeleted(deletions);
	const ignoredCount = linkIds.length - deletedCount;
	return {
		...{ deletedCount, ignoredCount },
		...(isTool(context) &&
			ignoredCount > 0 && {
				note: 'Some IDs were not found. Look them up with a tool that searches.',
			}),
		...(deletions.some(({ wasRetried }) => wasRetried) && {
			note: 'A request was retried because its first response was lost. Links that the first request deleted are counted as ignored.',
		}),
	};
}

interface Deletion {
	deletedCount: number;
	/** Whether a lost request before may have deleted some links, which are then not counted. */
	wasRetried: boolean;
}

/** Deletes links in batches of up to 100, in parallel. Those with a comma in their external ID are deleted one by one. */
async function deleteInBulk(context: IExecuteFunctions, linkIds: string[]): Promise<Deletion[]> {
	// In the list of a bulk request, a comma would end the ID.
	const together = linkIds.filter((id) => !id.includes(','));
	const apart = linkIds.filter((id) => id.includes(','));
	const requests = [
		...batchesOf(together, MAX_LINKS).map(
			(batch) => async () =>
				await deleteTogether(
					context,
					batch.map((index) => together[index]),
				),
		),
		...apart.map((id) => async () => await deleteApart(context, id)),
	];
	const deletions: Deletion[] = [];
	const failures: unknown[] = [];
	const { parallelItems } = readSettings(context);
	await inParallel(requests.length, parallelItems, async (index) => {
		try {
			deletions.push(await requests[index]());
		} catch (thrown) {
			failures.push(thrown);
		}
		return failures.length === 0;
	});
	if (failures.length === 0) return deletions;
	const [first] = failures;
	const count = countDeleted(deletions);
	if (first instanceof ApiError && count > 0) {
		first.note = `Other requests deleted ${counted(count, 'link')}.`;
	}
	throw asError(first);
}

const deletionSchema = z.object({ deletedCount: z.number() });

async function deleteTogether(context: IExecuteFunctions, linkIds: string[]): Promise<Deletion> {
	const request = { method: 'DELETE', path: '/links/bulk', query: { linkIds } } as const;
	const { body, mayHaveSucceededBefore } = await apiResponse(context, request);
	const { deletedCount } = checkResponse(deletionSchema, body, request);
	return { deletedCount, wasRetried: mayHaveSucceededBefore };
}

async function deleteApart(context: IExecuteFunctions, linkId: string): Promise<Deletion> {
	try {
		const { mayHaveSucceededBefore } = await apiResponse(context, {
			method: 'DELETE',
			path: path`/links/${linkId}`,
		});
		return { deletedCount: 1, wasRetried: mayHaveSucceededBefore };
	} catch (thrown) {
		if (!(thrown instanceof ApiError) || thrown.failure.status !== 404) {
			throw asError(thrown);
		}
		return { deletedCount: 0, wasRetried: false };
	}
}

function countDeleted(deletions: Deletion[]): number {
	return deletions.reduce((sum, { deletedCount }) => sum + deletedCount, 0);
}
