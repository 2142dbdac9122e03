import {
	updateDisplayOptions,
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { z } from 'zod/v4';
import { check } from '../../helpers/check';
import { toBoundedList } from '../../helpers/lists';
import { ApiError, toNodeError } from '../../transport/errors';
import type { Outcome } from '../router';
import { updateInBulk, type CommissionOutcome } from './bulkUpdate';
import { settableStatus, settableStatusField } from './status';

const properties: INodeProperties[] = [
	{
		displayName: 'Commission IDs',
		name: 'commissionIds',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. cm_1, cm_2',
		description:
			'The commissions to change, comma-separated or as an array. Those of all input items with the same status are changed together, in calls of 100; of a call the service changes all or none.',
	},
	{ ...settableStatus, required: true },
];

export const description = updateDisplayOptions(
	{ show: { resource: ['commission'], operation: ['updateMany'] } },
	properties,
);

export async function executeAll(this: IExecuteFunctions): Promise<Outcome[]> {
	const outcomes: Outcome[] = [];
	const wanted = new Map<string, string>();
	const idsOf: string[][] = [];
	for (const itemIndex of this.getInputData().keys()) {
		try {
			idsOf[itemIndex] = choose.call(this, itemIndex, wanted);
		} catch (thrown) {
			outcomes[itemIndex] = { thrown };
			if (!this.continueOnFail()) return outcomes;
		}
	}
	const ofCommissions = await updateInBulk.call(this, wanted);
	idsOf.forEach((ids, itemIndex) => {
		const ofItem = ids.flatMap((id) => ofCommissions.get(id) ?? []);
		// Those that were not begun have no outcome.
		if (ofItem.length > 0) {
			outcomes[itemIndex] = outcomeOf.call(this, itemIndex, ofItem, ofCommissions);
		}
	});
	return outcomes;
}

/** The commissions that an input item names, with the status that it wants added to `wanted`. */
function choose(this: IExecuteFunctions, itemIndex: number, wanted: Map<string, string>): string[] {
	const given = this.getNodeParameter('commissionIds', itemIndex);
	const ids = toBoundedList(given, 'Commission IDs', Infinity);
	const { status } = check(z.object({ status: settableStatusField }), {
		status: this.getNodeParameter('status', itemIndex),
	});
	const contrary = ids.find((id) => (wanted.get(id) ?? status) !== status);
	if (contrary !== undefined) {
		throw new UserError(
			`'Commission IDs' holds ${contrary}, for which another input item has the status ${wanted.get(contrary)}. Give it one status.`,
		);
	}
	for (const id of ids) wanted.set(id, status);
	return ids;
}

/** The outcome of an input item from those of its commissions. */
function outcomeOf(
	this: IExecuteFunctions,
	itemIndex: number,
	ofItem: CommissionOutcome[],
	ofAll: Map<string, CommissionOutcome>,
): Outcome {
	const failed = ofItem.filter((outcome) => 'failure' in outcome);
	if (failed.length === ofItem.length || (failed.length > 0 && !this.continueOnFail())) {
		return { thrown: withCount(failed[0].failure, ofAll) };
	}
	return {
		json: ofItem.map((outcome): IDataObject => {
			if ('done' in outcome) return outcome.done;
			const error = toNodeError(this.getNode(), outcome.failure, itemIndex, description);
			return { error: error.message };
		}),
	};
}

/** Adds to an error what it does not undo. */
function withCount(failure: unknown, ofAll: Map<string, CommissionOutcome>): unknown {
	const count = [...ofAll.values()].filter((outcome) => 'done' in outcome).length;
	if (failure instanceof ApiError) failure.note = `Commissions of all items: ${count} updated.`;
	return failure;
}
