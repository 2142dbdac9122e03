import { NodeOperationError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { inParallel } from './batches';
import { pauses } from '../input/pauses';
import { isTool } from '../input/model';
import { answerOf, errorForModel } from './answer';
import { outputErrorOf, toNodeError } from './nodeError';
import { hint } from '../input/hints';
import { readSettings } from '../input/settings';
import * as registry from './registry';
import { FileItem } from '../file/fileItem';
import {
	doneInTries,
	isFinal,
	isUncertain,
	isUpdate,
	keepDone,
	mayBeDone,
	takeOverDone,
} from './tries';
import type { Operation, Outcome, Resource } from './types';
import { requireKnownFilters } from './unknownFilters';

const resources: Record<string, Resource | undefined> = registry;

/** An execution of the node. */
interface Run {
	context: IExecuteFunctions;
	operation: Operation;
	asTool: boolean;
	/** By input item, also of the tries before. */
	done: Map<number, Outcome>;
	/** By input item. */
	output: INodeExecutionData[][];
	/** Those that end the execution, by input item. */
	errors: Array<ReturnType<typeof toNodeError>>;
	/** The input items whose response was lost. */
	uncertain: Set<number>;
}

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
	const done = doneInTries<Outcome>(context);
	const run: Run = {
		context,
		operation,
		asTool,
		done,
		output: [],
		errors: [],
		uncertain: new Set(),
	};
	const count = context.getInputData().length;
	const isChange = !asTool && !READING.test(name);
	try {
		if (isChange) await takeOverDone(context);
		const together = await operation.executeAll?.(context);
		if (together) {
			const pause = pauses();
			for (const itemIndex of together.keys()) {
				if (itemIndex in together) settle(run, itemIndex, together[itemIndex]);
				await pause();
			}
		} else {
			const { parallelItems } = readSettings(context);
			for (const [itemIndex, outcome] of done) settle(run, itemIndex, outcome);
			const groups = await groupsOf(run, count, parallelItems);
			await inParallel(groups.length, parallelItems, async (n) => await inOrder(run, groups[n]));
			if (isChange) describeDone(run, count, 'upsert' in operations);
		}
	} catch (thrown) {
		if (!isContinuing(run)) {
			throw toNodeError(context.getNode(), thrown, undefined, operation.properties);
		}
		// n8n would pass on the input items as if they were the output (`handleNodeExecutionError`).
		for (let itemIndex = 0; itemIndex < count; itemIndex++) settle(run, itemIndex, { thrown });
	}
	const error = run.errors.find(Boolean);
	if (error) {
		if (isChange) await keepDone(context);
		throw error;
	}
	const items = run.output.flat();
	if (operation.properties.some(({ name }) => name === 'returnAs')) {
		hintAtMemory(context, items.length);
	}
	return [items];
}

/** The items, those that change the same object together. One at a time, all of them together. */
async function groupsOf(run: Run, count: number, parallelItems: number): Promise<number[][]> {
	const groups = new Map<string | number, number[]>();
	const pause = pauses();
	for (let itemIndex = 0; itemIndex < count; itemIndex++) {
		const changed = parallelItems === 1 ? '' : (changedBy(run, itemIndex) ?? itemIndex);
		const group = groups.get(changed);
		if (group) group.push(itemIndex);
		else groups.set(changed, [itemIndex]);
		await pause();
	}
	return [...groups.values()];
}

function changedBy({ context, operation }: Run, itemIndex: number): string | undefined {
	if (operation.inOrderOf === undefined) return undefined;
	try {
		const changed = context.getNodeParameter(operation.inOrderOf, itemIndex);
		return changed === '' ? undefined : JSON.stringify(changed).toLowerCase();
	} catch {
		// The item fails with it.
		return undefined;
	}
}

/** Runs the items that were not done, one after the other. @returns whether to continue */
async function inOrder(run: Run, itemIndexes: number[]): Promise<boolean> {
	const pause = pauses();
	let isOvertaken = false;
	for (const [n, itemIndex] of itemIndexes.entries()) {
		if (n > 0) await pause();
		if (run.errors.length > 0) return false;
		if (run.done.has(itemIndex) && !isOvertaken) continue;
		const outcome = await attempt(run, itemIndex);
		settle(run, itemIndex, outcome);
		// An update that was done before this one has to be the last one again.
		isOvertaken ||= isUpdate(run.context) && mayBeDone(outcome);
	}
	return run.errors.length === 0;
}

async function attempt(run: Run, itemIndex: number): Promise<Outcome> {
	const { context, operation, asTool, done } = run;
	try {
		const json = (await operation.execute?.(context, itemIndex)) ?? [];
		if (asTool) await requireKnownFilters(context, itemIndex, operation.properties, json);
		done.set(itemIndex, { json });
		return { json };
	} catch (thrown) {
		if (isFinal(context, thrown)) done.set(itemIndex, { thrown });
		return { thrown };
	}
}

/** Whether an item that fails does not end the execution. */
function isContinuing({ context, asTool }: Run): boolean {
	if (context.getExecutionCancelSignal()?.aborted) return false;
	return asTool || context.continueOnFail();
}

/** Adds the outcome of an input item to the output. */
function settle(run: Run, itemIndex: number, outcome: Outcome): void {
	const { context, operation, asTool, output, errors } = run;
	const pairedItem = { item: itemIndex };
	if ('json' in outcome) {
		const results = asTool ? answerOf(context, itemIndex, outcome.json) : [outcome.json].flat();
		output[itemIndex] = results.map((result) =>
			result instanceof FileItem ? { ...result, pairedItem } : { json: result, pairedItem },
		);
		return;
	}
	if (isUncertain(outcome.thrown)) run.uncertain.add(itemIndex);
	const { properties } = operation;
	const error = toNodeError(context.getNode(), outcome.thrown, itemIndex, properties);
	const text =
		asTool && isContinuing(run)
			? errorForModel(error, properties)
			: outputErrorOf(error, outcome.thrown);
	output[itemIndex] = [{ json: { error: text }, pairedItem }];
	if (!isContinuing(run)) errors[itemIndex] = error;
}

/** Operations that change nothing. */
const READING = /^(get|count|checkStatus)/;

/** Adds to an error which input items were done, or may have been, and how to go on without doing them twice. */
function describeDone({ output, errors, uncertain }: Run, count: number, canUpsert: boolean): void {
	const failed = errors.find(Boolean);
	if (!failed || count === 1) return;
	const indexes = [...output.keys()];
	const done = indexes.filter((index) => output[index] && !errors[index]);
	const unsure = indexes.filter((index) => uncertain.has(index));
	const upsert = canUpsert ? ", or use 'Create or Update'" : '';
	const texts = [failed.description];
	if (unsure.length > 0) texts.push(`Items that may have been done: ${rangesOf(unsure)}.`);
	if (done.length > 0) {
		texts.push(
			`${done.length} of ${count} items were done: ${rangesOf(done)}. Retry the execution to continue. A new one repeats them: pass on only the others${upsert}. With 'On Error' in the settings of the node, the others continue.`,
		);
	} else if (unsure.length === 0) {
		texts.push('No item was done.');
	}
	failed.description = texts.filter(Boolean).join(' ');
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
