import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { inParallel } from './batches';
import { pauses } from '../input/pauses';
import { isTool } from '../input/model';
import { answerOf, errorForModel } from './answer';
import { toNodeError } from './nodeError';
import { hint } from '../input/hints';
import { readSettings } from '../input/settings';
import * as registry from './registry';
import { FileItem } from '../file/fileItem';
import { type Outcome, type Resource } from './types';
import { requireKnownFilters } from './unknownFilters';

const resources: Record<string, Resource | undefined> = registry;

/** Runs the chosen operation for every input item and links each output item to the one that it came from. */
export async function router(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const resource = context.getNodeParameter('resource', 0);
	const name = context.getNodeParameter('operation', 0);
	const operations = resources[resource]?.operations ?? {};
	const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
	if (!operation) {
		throw new NodeOperationError(
			context.getNode(),
			`The operation '${name}' of '${resource}' is unknown`,
		);
	}
	const asTool = isTool(context);
	const cancelled = () => context.getExecutionCancelSignal()?.aborted === true;
	const output: INodeExecutionData[][] = [];
	const errors: Array<ReturnType<typeof toNodeError>> = [];

	/** @returns whether to continue */
	const settle = (itemIndex: number, outcome: Outcome): boolean => {
		const pairedItem = { item: itemIndex };
		if ('json' in outcome) {
			if (asTool) {
				const answer = answerOf(context, itemIndex, outcome.json);
				output[itemIndex] = answer.map((json) => ({ json, pairedItem }));
				return true;
			}
			const results = [outcome.json].flat();
			output[itemIndex] = results.map((result) =>
				result instanceof FileItem ? { ...result, pairedItem } : { json: result, pairedItem },
			);
			return true;
		}
		const error = toNodeError(context.getNode(), outcome.thrown, itemIndex, operation.properties);
		if (asTool && !cancelled()) {
			const json = { error: errorForModel(error, operation.properties) };
			output[itemIndex] = [{ json, pairedItem }];
			return true;
		}
		output[itemIndex] = [{ json: { error: error.message }, pairedItem }];
		if (context.continueOnFail() && !cancelled()) return true;
		errors[itemIndex] = error;
		return false;
	};

	const attempt = async (itemIndex: number): Promise<Outcome> => {
		try {
			const json = (await operation.execute?.(context, itemIndex)) ?? [];
			if (asTool) await requireKnownFilters(context, itemIndex, operation.properties, json);
			return { json };
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
			const count = context.getInputData().length;
			await inParallel(count, parallelItems, async (itemIndex) =>
				settle(itemIndex, await attempt(itemIndex)),
			);
			const failed = errors.find(Boolean);
			if (failed && !READING.test(name)) {
				const done = [...output.keys()].filter((index) => output[index] && !errors[index]);
				addDescription(failed, describeDone(done, count, 'upsert' in operations));
			}
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

/** Operations that change nothing. */
const READING = /^(get|count|checkStatus)/;

/**
 * Tells what was done although an item failed, and how to go on without doing it twice.
 *
 * @param done the items that succeeded
 */
function describeDone(done: number[], count: number, canUpsert: boolean): string {
	if (done.length === 0) return count > 1 ? 'No item was done.' : '';
	return [
		`${done.length} of ${count} items were done: ${rangesOf(done)}.`,
		`Running this step again repeats them: pass on only the others${canUpsert ? ", or use 'Create or Update'" : ''}.`,
		"With 'On Error' in the settings of the node, the others continue.",
	].join(' ');
}

/** Indexes in words, e.g. `0 to 6, 8`. */
function rangesOf(indexes: number[]): string {
	const ranges: Array<[number, number]> = [];
	for (const index of indexes) {
		const last = ranges.at(-1);
		if (last?.[1] === index - 1) last[1] = index;
		else ranges.push([index, index]);
	}
	return ranges.map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`)).join(', ');
}

function addDescription(error: ReturnType<typeof toNodeError>, text: string): void {
	if (text !== '') error.description = [error.description, text].filter(Boolean).join(' ');
}

/** Items from which on a file is worth a hint. */
const MANY_ITEMS = 50_000;

/** Megabytes of the process for 100,000 items: see `docs/benchmark.md`. */
const MEMORY_OF_ITEMS_MB = 1000;

function hintAtMemory(context: IExecuteFunctions, count: number): void {
	if (count <= MANY_ITEMS) return;
	const megabytes = Math.round((count / 100_000) * MEMORY_OF_ITEMS_MB);
	hint(
		context,
		`${count.toLocaleString('en-US')} items take n8n up to ${megabytes.toLocaleString('en-US')} MB of memory until the execution ends. To need next to none, set 'Return As' to File.`,
	);
}
