import { type IDataObject, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { asError } from '../../transport/unknown';
import { toBoundedList } from '../../input/lists';
import { countDeleted, deleteInBulk, withDeleted } from './bulkDeletion';

export const properties: INodeProperties[] = [
	{
		displayName: 'Link IDs',
		name: 'linkIds',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. link_1, link_2',
		description:
			'The links to delete for good, comma-separated or as an array: link IDs, or external IDs that start with ext_. They are deleted in calls of 100. IDs that do not exist are ignored and counted as such.',
	},
];

export async function execute(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const linkIds = toBoundedList(this.getNodeParameter('linkIds', itemIndex), 'Link IDs', Infinity);
	const failures: unknown[] = [];
	const deletions = await deleteInBulk.call(this, linkIds, (thrown) => {
		failures.push(thrown);
		return false;
	});
	if (failures.length > 0) throw asError(withDeleted(failures[0], deletions));
	const deletedCount = countDeleted(deletions);
	return {
		deletedCount,
		ignoredCount: linkIds.length - deletedCount,
		...(deletions.some(({ repeated }) => repeated) && {
			note: 'A call was repeated because its first answer was lost. Links that it had deleted already are counted as ignored.',
		}),
	};
}
