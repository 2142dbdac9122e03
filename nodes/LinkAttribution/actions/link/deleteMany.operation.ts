import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { isTool } from '../../input/model';
import { readFields } from '../../input/fields';
import { list } from '../../input/lists';
import { asError } from '../../input/unknown';
import type { Menu, Shape } from '../types';
import { countDeleted, deleteInBulk, withDeleted } from './bulkDeletion';
import { linkIdsField } from './fields';

export const menu: Menu = {
	name: 'Delete Many',
	description: 'Permanently delete short links in batches of 100, without webhook events',
	action: 'Delete many links',
};

export const toolDescription =
	'Delete several short links for good: they stop working. Ask the user first.';

export const output: Shape = {
	deletedCount: 'integer',
	ignoredCount: 'integer',
};

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
	const failures: unknown[] = [];
	const deletions = await deleteInBulk(context, linkIds, (thrown) => {
		failures.push(thrown);
		return false;
	});
	if (failures.length > 0) throw asError(withDeleted(failures[0], deletions));
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
