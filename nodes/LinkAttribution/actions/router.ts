import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { inParallel } from '../helpers/parallel';
import { readSettings } from '../helpers/settings';
import { toNodeError } from '../transport/errors';
import * as analytics from './analytics';
import * as bountySubmission from './bountySubmission';
import * as commission from './commission';
import * as conversion from './conversion';
import * as customer from './customer';
import * as discountCode from './discountCode';
import * as domain from './domain';
import * as embedToken from './embedToken';
import * as event from './event';
import * as folder from './folder';
import * as link from './link';
import * as partner from './partner';
import * as partnerApplication from './partnerApplication';
import * as payout from './payout';
import * as qrCode from './qrCode';
import * as tag from './tag';
import * as user from './user';

/** What comes of one input item. */
export type Outcome =
	{ json: IDataObject | IDataObject[] } | { item: INodeExecutionData } | { thrown: unknown };

/** One file `<operation>.operation.ts`: parameters, and what is done for one item. */
export interface Operation {
	description: INodeProperties[];
	execute?(this: IExecuteFunctions, itemIndex: number): Promise<IDataObject | IDataObject[]>;
	/** Instead of `execute`, for an output item with binary data. */
	executeBinary?(this: IExecuteFunctions, itemIndex: number): Promise<INodeExecutionData>;
	/**
	 * For what is better done for all items together.
	 *
	 * @returns the outcome of each input item, in their order, none for those that were not begun after a failure;
	 *   undefined to do them one by one after all
	 */
	executeAll?(this: IExecuteFunctions): Promise<Outcome[] | undefined>;
}

const resources: Record<string, { operations: Record<string, Operation> }> = {
	analytics,
	bountySubmission,
	commission,
	conversion,
	customer,
	discountCode,
	domain,
	embedToken,
	event,
	folder,
	link,
	partner,
	partnerApplication,
	payout,
	qrCode,
	tag,
	user,
};

/** Runs the chosen operation for every input item and links each output item to the one that it came from. */
export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const resource = this.getNodeParameter('resource', 0);
	const name = this.getNodeParameter('operation', 0);
	const operation = resources[resource]?.operations[name];
	if (!operation) {
		throw new NodeOperationError(
			this.getNode(),
			`There is no operation '${name}' of '${resource}'.`,
		);
	}
	const cancelled = () => this.getExecutionCancelSignal()?.aborted === true;
	const output: INodeExecutionData[][] = [];
	const errors: Error[] = [];

	/** @returns whether to go on */
	const settle = (itemIndex: number, outcome: Outcome): boolean => {
		const pairedItem = { item: itemIndex };
		if ('json' in outcome) {
			const { json } = outcome;
			const results = Array.isArray(json) ? json : [json];
			output[itemIndex] = results.map((result) => ({ json: result, pairedItem }));
			return true;
		}
		if ('item' in outcome) {
			output[itemIndex] = [{ ...outcome.item, pairedItem }];
			return true;
		}
		const error = toNodeError(this.getNode(), outcome.thrown, itemIndex, operation.description);
		output[itemIndex] = [{ json: { error: error.message }, pairedItem }];
		if (this.continueOnFail() && !cancelled()) return true;
		errors[itemIndex] = error;
		return false;
	};

	const attempt = async (itemIndex: number): Promise<Outcome> => {
		try {
			if (operation.executeBinary) {
				return { item: await operation.executeBinary.call(this, itemIndex) };
			}
			return { json: (await operation.execute?.call(this, itemIndex)) ?? [] };
		} catch (thrown) {
			return { thrown };
		}
	};

	try {
		const together = await operation.executeAll?.call(this);
		if (together) {
			together.forEach((outcome, itemIndex) => settle(itemIndex, outcome));
		} else {
			const { parallelItems } = readSettings.call(this);
			await inParallel(this.getInputData().length, parallelItems, async (itemIndex) =>
				settle(itemIndex, await attempt(itemIndex)),
			);
		}
	} catch (thrown) {
		throw toNodeError(this.getNode(), thrown, undefined, operation.description);
	}
	const error = errors.find(Boolean);
	if (error) throw error;
	return [output.flat()];
}
