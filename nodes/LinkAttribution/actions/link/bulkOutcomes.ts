import {
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { isSimple } from '../../helpers/flags';
import { inParallel } from '../../helpers/parallel';
import { readSettings } from '../../helpers/settings';
import { simplifyLink } from '../../helpers/simplify';
import { ApiError, toNodeError } from '../../transport/errors';
import type { Outcome } from '../router';
import { isLinkError, type BulkResult } from './bulkResults';

/** What became of one link of a bulk call. */
export type LinkOutcome = { link: IDataObject } | { failure: Error };

export function toLinkOutcome(result: BulkResult | undefined): LinkOutcome {
	if (!result) {
		return { failure: new UserError('The service does not say what became of the link.') };
	}
	if (!isLinkError(result)) return { link: result };
	const { error, code } = result;
	return { failure: new UserError(`${String(error)} (${String(code)})`) };
}

/**
 * Does something with the links of all input items together: a call takes those of several items.
 *
 * @param linksOf what one input item asks for
 * @param run gives the outcome of each, in their order; none for those that were not begun after a failure
 * @param done e.g. `created`
 * @param properties of the operation, whose labels name what the service refuses
 * @returns the outcome of each input item
 */
export async function outcomesOfAll<Link>(
	context: IExecuteFunctions,
	linksOf: (itemIndex: number) => Link[],
	run: (links: Link[]) => Promise<LinkOutcome[]>,
	done: string,
	properties: INodeProperties[],
): Promise<Outcome[]> {
	const outcomes: Outcome[] = [];
	const links: Link[] = [];
	const itemOf: number[] = [];
	for (const itemIndex of context.getInputData().keys()) {
		try {
			isSimple.call(context, itemIndex);
			for (const link of linksOf(itemIndex)) {
				links.push(link);
				itemOf.push(itemIndex);
			}
		} catch (thrown) {
			outcomes[itemIndex] = { thrown };
			if (!context.continueOnFail()) return outcomes;
		}
	}
	const ofLinks = await run(links);
	const doneCount = ofLinks.filter((outcome) => 'link' in outcome).length;
	for (const [itemIndex, ofItem] of byItem(ofLinks, itemOf)) {
		outcomes[itemIndex] = outcomeOf.call(
			context,
			itemIndex,
			ofItem,
			`${doneCount} ${done}`,
			properties,
		);
	}
	return outcomes;
}

/**
 * Sends calls, some at the same time; after one with a failure no more, unless the node is to go on.
 *
 * @param send gives the outcome of each link of a call
 * @returns the outcomes at the places of their links
 */
export async function sendCalls<Call extends { places: number[] }>(
	context: IExecuteFunctions,
	calls: Call[],
	send: (call: Call) => Promise<LinkOutcome[]>,
): Promise<LinkOutcome[]> {
	const outcomes: LinkOutcome[] = [];
	const { parallelItems } = readSettings.call(context);
	await inParallel(calls.length, parallelItems, async (index) => {
		const call = calls[index];
		const ofCall = await send(call);
		ofCall.forEach((outcome, n) => (outcomes[call.places[n]] = outcome));
		return context.continueOnFail() || !ofCall.some((outcome) => 'failure' in outcome);
	});
	return outcomes;
}

/** Outcomes of links by the input item that they came from. */
function byItem(outcomes: LinkOutcome[], itemOf: number[]): Map<number, LinkOutcome[]> {
	const ofItem = new Map<number, LinkOutcome[]>();
	outcomes.forEach((outcome, index) => {
		const known = ofItem.get(itemOf[index]);
		if (known) known.push(outcome);
		else ofItem.set(itemOf[index], [outcome]);
	});
	return ofItem;
}

/**
 * The outcome of an input item from those of its links.
 *
 * @param done what a failure does not undo, e.g. `12 created`
 * @param properties of the operation, whose labels name what the service refuses
 */
function outcomeOf(
	this: IExecuteFunctions,
	itemIndex: number,
	ofLinks: LinkOutcome[],
	done: string,
	properties: INodeProperties[],
): Outcome {
	const failed = ofLinks.find((outcome) => 'failure' in outcome);
	if (failed && (ofLinks.length === 1 || !this.continueOnFail())) {
		return { thrown: withNote(failed.failure, `Links of all items: ${done}.`) };
	}
	const simple = isSimple.call(this, itemIndex);
	return {
		json: ofLinks.map((outcome) => {
			if ('failure' in outcome) {
				const error = toNodeError(this.getNode(), outcome.failure, itemIndex, properties);
				return { error: error.message };
			}
			return simple ? simplifyLink(outcome.link) : outcome.link;
		}),
	};
}

function withNote(failure: Error, note: string): Error {
	if (!(failure instanceof ApiError)) {
		return new UserError(failure.message, { description: note });
	}
	failure.note = note;
	return failure;
}
