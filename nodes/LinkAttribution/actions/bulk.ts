import {
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { counted } from '../input/text';
import { inParallel, type Batches } from './batches';
import { pauses } from '../input/pauses';
import { ApiError } from '../transport/apiError';
import { outputErrorOf, toNodeError } from './nodeError';
import { at } from '../input/unknown';
import { readSettings } from '../input/settings';
import { doneInTries, isFinal, isUncertain, isUpdate } from './tries';
import type { Outcome } from './types';

/** What a bulk request did to one of its entries. */
export type BulkOutcome = { done: IDataObject } | { failure: Error };

interface Bulk<Entry> {
	/** What one input item asks for. Throws what is wrong with the item. */
	entriesOf: (itemIndex: number) => Entry[];
	/** Returns the outcome of each entry, in their order; undefined for those not started after a failure. */
	send: (entries: Entry[]) => Promise<Array<BulkOutcome | undefined>>;
	/** What an entry becomes in the output. */
	toOutput?: (done: IDataObject, itemIndex: number) => IDataObject;
	/** Whether an item whose entries all failed gives one error instead of one for each. */
	failsAsOne?: boolean;
	/** One of the entries, e.g. 'link'. */
	noun: string;
	/** What was done to them, e.g. 'created'. */
	verb: string;
	/** How to go on after a failure, if what was done must not be repeated. */
	repeating?: string;
	/** Of the operation, for the labels in errors. */
	properties: INodeProperties[];
}

/**
 * Sends the entries of all input items together, since one request can take those of several items.
 *
 * @returns the outcome of each input item
 */
export async function executeInBulk<Entry>(
	context: IExecuteFunctions,
	bulk: Bulk<Entry>,
): Promise<Outcome[]> {
	const { entriesOf, toOutput, failsAsOne = false, noun, verb, repeating, properties } = bulk;
	const outcomes: Outcome[] = [];
	const entries: Entry[] = [];
	const itemOf: number[] = [];
	const pause = pauses();
	for (const itemIndex of context.getInputData().keys()) {
		await pause();
		try {
			for (const entry of entriesOf(itemIndex)) {
				entries.push(entry);
				itemOf.push(itemIndex);
			}
		} catch (thrown) {
			outcomes[itemIndex] = { thrown };
			if (!context.continueOnFail()) return outcomes;
		}
	}
	const sent = await sendOthers(context, entries, bulk);
	const doneCount = sent.filter((outcome) => outcome && 'done' in outcome).length;
	const uncertain = sent.filter(
		(outcome) => outcome && 'failure' in outcome && isUncertain(outcome.failure),
	);
	const maybe = uncertain.length > 0 ? `, ${uncertain.length} may have been` : '';
	const note = [
		`Across all items: ${counted(doneCount, noun)} ${verb}${maybe}.`,
		doneCount > 0 && repeating,
	]
		.filter(Boolean)
		.join(' ');
	const byItem = new Map<number, BulkOutcome[]>();
	sent.forEach((outcome, index) => {
		if (!outcome) return;
		const ofItem = byItem.get(itemOf[index]);
		if (ofItem) ofItem.push(outcome);
		else byItem.set(itemOf[index], [outcome]);
	});
	for (const [itemIndex, ofItem] of byItem) {
		const [failed, ...others] = ofItem.filter((outcome) => 'failure' in outcome);
		const allFailed = others.length + 1 === ofItem.length && (failsAsOne || ofItem.length === 1);
		if (failed && (allFailed || !context.continueOnFail())) {
			outcomes[itemIndex] = { thrown: withNote(failed.failure, note) };
			continue;
		}
		outcomes[itemIndex] = {
			json: ofItem.map((outcome) => {
				if ('done' in outcome) return toOutput?.(outcome.done, itemIndex) ?? outcome.done;
				const error = toNodeError(context.getNode(), outcome.failure, itemIndex, properties);
				return { error: outputErrorOf(error, outcome.failure) };
			}),
		};
	}
	return outcomes;
}

/** Sends what the tries before did not do, and adds what is done now. */
async function sendOthers<Entry>(
	context: IExecuteFunctions,
	entries: Entry[],
	{ send }: Bulk<Entry>,
): Promise<Array<BulkOutcome | undefined>> {
	const done = doneInTries<BulkOutcome>(context);
	const others = [...entries.keys()].filter((index) => !done.has(index));
	// An update that was done before another one has to be the last one again.
	const indexes = isUpdate(context) ? [...entries.keys()].slice(others[0] ?? Infinity) : others;
	const sent = await send(indexes.map((index) => entries[index]));
	const outcomes = entries.map((_, index) => done.get(index));
	indexes.forEach((index, n) => {
		const outcome = sent[n];
		outcomes[index] = outcome;
		const isLast = outcome && ('done' in outcome || isFinal(context, outcome.failure));
		if (isLast) done.set(index, outcome);
	});
	return outcomes;
}

/** Adds to an error what it did not undo. */
function withNote(failure: Error, note: string): Error {
	if (!(failure instanceof ApiError)) {
		const description = [at(failure, 'description'), note].filter(Boolean).join(' ');
		return new UserError(failure.message, { description });
	}
	failure.note = note;
	return failure;
}

/**
 * Sends batches, some at the same time, and stops after a failure unless the node continues on failures.
 *
 * @param send returns the outcome of each entry of a batch
 * @returns the outcomes at the indexes of their entries
 */
export async function sendBatches<Entry>(
	context: IExecuteFunctions,
	entries: Entry[],
	{ batches, isOrdered }: Batches,
	send: (batch: Entry[]) => Promise<BulkOutcome[]>,
): Promise<BulkOutcome[]> {
	const outcomes: BulkOutcome[] = [];
	const { parallelItems } = readSettings(context);
	await inParallel(batches.length, isOrdered ? 1 : parallelItems, async (index) => {
		const batch = batches[index];
		const ofBatch = await send(batch.map((entry) => entries[entry]));
		ofBatch.forEach((outcome, n) => (outcomes[batch[n]] = outcome));
		return context.continueOnFail() || !ofBatch.some((outcome) => 'failure' in outcome);
	});
	return outcomes;
}
