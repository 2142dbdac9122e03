import {
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { simplifyLink } from '../../helpers/simplify';
import { RefusedRequest, toNodeError } from '../../transport/errors';
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

/** Outcomes of links by the input item that they came from. */
export function byItem(outcomes: LinkOutcome[], itemOf: number[]): Map<number, LinkOutcome[]> {
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
export function outcomeOf(
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
	const simple = this.getNodeParameter('simple', itemIndex);
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
	if (!(failure instanceof RefusedRequest)) {
		return new UserError(failure.message, { description: note });
	}
	failure.note = note;
	return failure;
}
