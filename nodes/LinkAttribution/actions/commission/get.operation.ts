import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { readFields } from '../../input/fields';
import { isBadQuery } from '../../pagination/pages';
import { apiList } from '../../transport/request';
import { asError } from '../../input/unknown';
import { requireFound } from '../findOne';
import { simplify } from '../output';
import type { Menu } from '../types';
import { commissionField } from './fields';
import { simplifyCommission, commissionShape } from './output';

/** With a type, the service also lists canceled, duplicate, and fraudulent commissions. */
const EVERY_TYPE = ['click', 'custom', 'lead', 'referral', 'sale'];

export const menu: Menu = {
	name: 'Get',
	description: 'Retrieve a commission by its ID',
	action: 'Get commission',
};

export const toolDescription = 'Get one commission by its ID.';

export const output = commissionShape;

export const properties: INodeProperties[] = [
	{
		...commissionField,
		description:
			'The commission to retrieve. The list does not show canceled, duplicate, and fraudulent commissions: enter their ID instead.',
	},
	simplify,
];

export async function execute(context: IExecuteFunctions, itemIndex: number): Promise<IDataObject> {
	const { commissionId, simple } = readFields(context, itemIndex, properties);
	const id = String(commissionId);
	const found = await findCommission(context, id);
	const reason = `the program has no commission with earnings and the ID ${id}`;
	const commission = requireFound(found?.id === id ? found : undefined, 'Commission', reason);
	return simple ? simplifyCommission(commission) : commission;
}

/** The service has no filter by ID, but its cursors are IDs: the commission is the one before the next one. */
async function findCommission(
	context: IExecuteFunctions,
	id: string,
): Promise<IDataObject | undefined> {
	const firstOf = async (query: IDataObject) => {
		const [first] = await apiList(context, {
			method: 'GET',
			path: '/commissions',
			query: { type: EVERY_TYPE, ...query, pageSize: 1 },
		});
		return first as IDataObject | undefined;
	};
	let next: IDataObject | undefined;
	try {
		next = await firstOf({ startingAfter: id });
	} catch (thrown) {
		// The service rejects a cursor that it does not know.
		if (isBadQuery(thrown)) return undefined;
		throw asError(thrown);
	}
	if (next) return await firstOf({ endingBefore: next.id });
	const oldest = await firstOf({ sortOrder: 'asc' });
	if (!oldest || oldest.id === id) return oldest;
	// Without a cursor, the public service sorts by creation, and another one has an earlier date.
	const above = await firstOf({ startingAfter: id, sortOrder: 'asc' });
	return above && (await firstOf({ endingBefore: above.id, sortOrder: 'asc' }));
}
