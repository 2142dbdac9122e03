import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { inParallel, pauses } from '../transport/batches';
import { toNodeError } from './nodeError';
import { hint } from '../transport/n8nQuirks';
import { readSettings } from '../input/settings';
import * as registry from './registry';
import { FileItem } from '../file/fileItem';
import { type Outcome, type Resource } from './types';

const resources: Record<string, Resource | undefined> = registry;

/** Runs the chosen operation for every input item and links each output item to the one that it came from. */
export async function router(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const resource = context.getNodeParameter('resource', 0);
	const name = context.getNodeParameter('operation', 0);
	const operation = resources[resource]?.operations[name];
	if (!operation) {
		throw new NodeOperationError(
			context.getNode(),
			`The operation '${name}' of '${resource}' is unknown`,
		);
	}
	const cancelled = () => context.getExecutionCancelSignal()?.aborted === true;
	const output: INodeExecutionData[][] = [];
	const errors: Error[] = [];

	/** @returns whether to continue */
	const settle = (itemIndex: number, outcome: Outcome): boolean => {
		const pairedItem = { item: itemIndex };
		if ('json' in outcome) {
			const results = [outcome.json].flat();
			output[itemIndex] = results.map((result) =>
				result instanceof FileItem ? { ...result, pairedItem } : { json: result, pairedItem },
			);
			return true;
		}
		const error = toNodeError(context.getNode(), outcome.thrown, itemIndex, operation.properties);
		output[itemIndex] = [{ json: { error: error.message }, pairedItem }];
		if (context.continueOnFail() && !cancelled()) return true;
		errors[itemIndex] = error;
		return false;
	};

	const attempt = async (itemIndex: number): Promise<Outcome> => {
		try {
			return { json: (await operation.execute?.(context, itemIndex)) ?? [] };
		} catch (thrown) {
			return { thrown };
		}
	};

	try {
		const together = await operation.executeAll?.(context);
		if (together) {
			const pause = pauses();
			for (const itemIndex of together.keys()) {
				if (itemIndex in together) settle(itemIndex, together[itemIndex]);
				await pause();
			}
		} else {
			const { parallelItems } = readSettings(context);
			await inParallel(context.getInputData().length, parallelItems, async (itemIndex) =>
				settle(itemIndex, await attempt(itemIndex)),
			);
		}
	} catch (thrown) {
		throw toNodeError(context.getNode(), thrown, undefined, operation.properties);
	}
	const error = errors.find(Boolean);
	if (error) throw error;
	const items = output.flat();
	if (operation.properties.some(({ name }) => name === 'returnAs')) {
		hintAtMemory(context, items.length);
	}
	return [items];
}

/** Items from which on a file is worth a hint. */
const MANY_ITEMS = 50_000;

/** Megabytes of the process for 100,000 items: see `docs/benchmark.md`. */
const MEMORY_OF_ITEMS = 1000;

function hintAtMemory(context: IExecuteFunctions, count: number): void {
	if (count <= MANY_ITEMS) return;
	const megabytes = Math.round((count / 100_000) * MEMORY_OF_ITEMS);
	hint(
		context,
		`${count.toLocaleString('en-US')} items take n8n up to ${megabytes.toLocaleString('en-US')} MB of memory until the execution ends. To need next to none, set 'Return As' to File.`,
	);
}
