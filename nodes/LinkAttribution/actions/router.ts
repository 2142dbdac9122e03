import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { inParallel } from '../transport/batches';
import { toNodeError } from '../transport/errors';
import { readSettings } from '../transport/settings';
import * as registry from './registry';
import type { Outcome, Resource } from './types';

const resources: Record<string, Resource | undefined> = registry;

/** Runs the chosen operation for every input item and links each output item to the one that it came from. */
export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const resource = this.getNodeParameter('resource', 0);
	const name = this.getNodeParameter('operation', 0);
	const operation = resources[resource]?.operations[name];
	if (!operation) {
		throw new NodeOperationError(
			this.getNode(),
			`The operation '${name}' of '${resource}' is unknown`,
		);
	}
	const cancelled = () => this.getExecutionCancelSignal()?.aborted === true;
	const output: INodeExecutionData[][] = [];
	const errors: Error[] = [];

	/** @returns whether to continue */
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
		const error = toNodeError(this.getNode(), outcome.thrown, itemIndex, operation.properties);
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
		throw toNodeError(this.getNode(), thrown, undefined, operation.properties);
	}
	const error = errors.find(Boolean);
	if (error) throw error;
	return [output.flat()];
}
