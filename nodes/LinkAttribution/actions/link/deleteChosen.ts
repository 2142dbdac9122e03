import {
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { readFields } from '../../input/fields';
import { inParallel } from '../batches';
import { readSettings } from '../../input/settings';
import { ApiError } from '../../transport/apiError';
import { path } from '../../transport/path';
import { apiRequest } from '../../transport/request';
import { deleted } from '../output';
import type { Outcome } from '../types';
import { deleteInBulk, withDeleted, type Deletion } from './bulkDeletion';
import { chosenLink, findLink } from './chosenLink';

export async function deleteLink(context: IExecuteFunctions, linkId: string): Promise<IDataObject> {
	const response = await apiRequest(context, {
		method: 'DELETE',
		path: path`/links/${linkId}`,
	});
	return { id: linkId, ...deleted(response) };
}

/**
 * Deletes the links of all input items in bulk.
 *
 * @param properties of the operation
 * @returns the outcome of each item, as after deleting them one by one, as far as the response shows it
 */
export async function deleteChosen(
	context: IExecuteFunctions,
	properties: INodeProperties[],
): Promise<Outcome[]> {
	const outcomes: Outcome[] = [];
	const itemOf = await chooseAll(context, properties, outcomes);
	const fail = (linkIds: string[], thrown: unknown) => {
		for (const linkId of linkIds) outcomes[itemOf.get(linkId) as number] = { thrown };
		return context.continueOnFail();
	};
	if (outcomes.some((outcome) => 'thrown' in outcome) && !context.continueOnFail()) return outcomes;

	const failures: unknown[] = [];
	const deletions = await deleteInBulk(context, [...itemOf.keys()], (thrown, linkIds) => {
		failures.push(thrown);
		return fail(linkIds, thrown);
	});
	for (const failure of failures) withDeleted(failure, deletions);
	for (const deletion of deletions) {
		for (const [linkId, outcome] of await outcomesOf(context, deletion)) {
			outcomes[itemOf.get(linkId) as number] = outcome;
		}
	}
	return outcomes;
}

/**
 * Finds the link that each input item chooses.
 *
 * @param outcomes receives the failures
 * @returns items by the ID of their link, in the order of the input
 */
async function chooseAll(
	context: IExecuteFunctions,
	properties: INodeProperties[],
	outcomes: Outcome[],
): Promise<Map<string, number>> {
	const chosen: string[] = [];
	const { parallelItems } = readSettings(context);
	await inParallel(context.getInputData().length, parallelItems, async (itemIndex) => {
		try {
			const { linkId } = readFields(context, itemIndex, properties);
			chosen[itemIndex] = await chosenLink(context, linkId);
			return true;
		} catch (thrown) {
			outcomes[itemIndex] = { thrown };
			return context.continueOnFail();
		}
	});
	const itemOf = new Map<string, number>();
	chosen.forEach((linkId, itemIndex) => {
		const first = itemOf.get(linkId);
		if (first === undefined) itemOf.set(linkId, itemIndex);
		else outcomes[itemIndex] = { thrown: new UserError(chosenTwice(linkId, first)) };
	});
	return itemOf;
}

function chosenTwice(linkId: string, itemIndex: number): string {
	return `'Link' is ${linkId}, which input item ${itemIndex} already deleted`;
}

/** The outcome of each link of one request. */
async function outcomesOf(
	context: IExecuteFunctions,
	{ linkIds, deletedCount, wasRetried }: Deletion,
): Promise<Map<string, Outcome>> {
	const outcomes = new Map<string, Outcome>();
	if (deletedCount === linkIds.length) {
		for (const id of linkIds) outcomes.set(id, { json: { id, deleted: true } });
		return outcomes;
	}
	// The service ignored some without saying which.
	const missing = new Map<string, ApiError>();
	const { parallelItems } = readSettings(context);
	await inParallel(linkIds.length, parallelItems, async (index) => {
		const id = linkIds[index];
		try {
			await findLink(context, id);
			outcomes.set(id, { json: await deleteLink(context, id) });
		} catch (thrown) {
			if (thrown instanceof ApiError && thrown.failure.status === 404) {
				missing.set(id, thrown);
			} else outcomes.set(id, { thrown });
		}
		return true;
	});
	for (const [id, thrown] of missing) {
		const neverThere = deletedCount === 0 && !wasRetried;
		const note = missing.size > deletedCount ? unsure(missing.size - deletedCount) : undefined;
		outcomes.set(
			id,
			neverThere ? { thrown } : { json: { id, deleted: true, ...(note && { note }) } },
		);
	}
	return outcomes;
}

function unsure(ignored: number): string {
	return `The service ignored ${ignored} of the links in the same batch because they no longer existed. It does not say which ones.`;
}
