import { UserError, type IExecuteFunctions, type INodeProperties } from 'n8n-workflow';
import { forModel } from '../../input/model';
import { readFields } from '../../input/fields';
import { list } from '../../input/lists';
import { batchesOf } from '../batches';
import { ApiError } from '../../transport/apiError';
import { apiList } from '../../transport/request';
import { asError } from '../../input/unknown';
import { executeInBulk, sendBatches, type BulkOutcome } from '../bulk';
import type { Outcome, Menu, Shape } from '../types';
import { newStatus } from './fields';

const MAX_COMMISSIONS = 100;

/** The service refused a request because of one commission, and changed nothing. */
const REFUSED_FOR_ONE = [400, 404, 422];

interface Change {
	id: string;
	status: string;
}

export const menu: Menu = {
	name: 'Update Many',
	description:
		'Update the status of commissions in batches of 100. Each batch succeeds or fails as a whole.',
	action: 'Update many commissions',
};

export const toolDescription =
	'Set one status for several commissions that are not paid. Ask the user first.';

export const output: Shape = { id: 'string', status: 'string' };

export const properties: INodeProperties[] = [
	{
		displayName: 'Commission IDs',
		name: 'commissionIds',
		type: 'string',
		required: true,
		default: '',
		...forModel('Commission IDs, comma-separated'),
		placeholder: 'e.g. cm_1, cm_2',
		description:
			'The commissions to update, comma-separated or as an array. Commissions of all input items with the same status are updated in batches of 100. Each batch succeeds or fails as a whole.',
	},
	{ ...newStatus, required: true, default: '' },
];

export async function executeAll(context: IExecuteFunctions): Promise<Outcome[]> {
	const statusOf = new Map<string, string>();
	return await executeInBulk(context, {
		entriesOf: (itemIndex) => {
			const form = readFields(context, itemIndex, properties, { commissionIds: list });
			const { commissionIds, status } = form as unknown as {
				commissionIds: string[];
				status: string;
			};
			const conflicting = commissionIds.find((id) => (statusOf.get(id) ?? status) !== status);
			if (conflicting !== undefined) {
				throw new UserError(
					`Commission ${conflicting} has conflicting statuses in the input: ${statusOf.get(conflicting)} and ${status}`,
				);
			}
			for (const id of commissionIds) statusOf.set(id, status);
			return commissionIds;
		},
		send: async (ids) => {
			const changes = [...new Set(ids)].map((id) => ({ id, status: statusOf.get(id) as string }));
			const outcomes = await updateInBulk(context, changes);
			const indexOf = new Map(changes.map(({ id }, index) => [id, index]));
			return ids.map((id) => outcomes[indexOf.get(id) as number]);
		},
		failsAsOne: true,
		noun: 'commission',
		verb: 'updated',
		properties,
	});
}

async function updateInBulk(context: IExecuteFunctions, changes: Change[]): Promise<BulkOutcome[]> {
	const batches = batchesOf(changes, MAX_COMMISSIONS, ({ status }) => status);
	return await sendBatches(context, changes, { batches }, async (batch) => {
		const ids = batch.map(({ id }) => id);
		return await updateTogether(context, ids, batch[0].status);
	});
}

/** Halves a batch that was refused for one commission until only those that cannot be changed fail. */
async function updateTogether(
	context: IExecuteFunctions,
	ids: string[],
	status: string,
): Promise<BulkOutcome[]> {
	try {
		const results = await apiList(context, {
			method: 'PATCH',
			path: '/commissions/bulk',
			body: { commissionIds: ids, status },
		});
		return ids.map((id) => ({
			done: results.find((result) => result.id === id) ?? { id, status },
		}));
	} catch (thrown) {
		const failure = asError(thrown);
		if (!context.continueOnFail() || ids.length === 1 || !isForOne(failure)) {
			return ids.map(() => ({ failure }));
		}
		const middle = Math.ceil(ids.length / 2);
		return [
			...(await updateTogether(context, ids.slice(0, middle), status)),
			...(await updateTogether(context, ids.slice(middle), status)),
		];
	}
}

function isForOne(failure: Error): boolean {
	return failure instanceof ApiError && REFUSED_FOR_ONE.includes(failure.failure.status ?? 0);
}
