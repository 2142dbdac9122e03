import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

/** An error as n8n stores it with an execution. */
export interface ExecutionError {
	message: string;
	description?: string | null;
	httpCode?: string | null;
	messages?: string[];
	context?: IDataObject;
	node?: { name: string };
}

/** One run of one node. */
export interface NodeRun {
	executionStatus: string;
	executionTime: number;
	data?: { main?: Array<INodeExecutionData[] | null> };
	error?: ExecutionError;
	/** What the node told the person, e.g. a warning. */
	hints?: Array<{ message: string }>;
}

export interface Execution {
	id: string;
	workflowId: string;
	mode: string;
	status: string;
	startedAt: string;
	stoppedAt: string | null;
	data: {
		resultData: {
			runData: Record<string, NodeRun[]>;
			lastNodeExecuted?: string;
			error?: ExecutionError;
		};
		/** What was still to run when the execution ended, or was cut off. */
		executionData?: {
			nodeExecutionStack: Array<{ data: { main: Array<INodeExecutionData[] | null> } }>;
		};
	};
}

/**
 * Decodes the "flatted" JSON in which n8n stores execution data: an array of values that refer to
 * each other; inside objects and arrays every string is an index into it.
 */
export function decodeFlatted(text: string): unknown {
	const values = JSON.parse(text) as unknown[];
	const decoded = new Map<number, unknown>();
	const decode = (index: number): unknown => {
		const value = values[index];
		if (typeof value !== 'object' || value === null) return value;
		if (decoded.has(index)) return decoded.get(index);
		const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [] : {};
		decoded.set(index, copy);
		for (const [key, part] of Object.entries(value) as Array<[string, unknown]>) {
			Object.assign(copy, { [key]: typeof part === 'string' ? decode(Number(part)) : part });
		}
		return copy;
	};
	return decode(0);
}

/** The last run of a node; undefined when the execution did not get to it. */
export function nodeRun(execution: Execution, node: string): NodeRun | undefined {
	return execution.data.resultData.runData[node]?.at(-1);
}

/** What a node put out in its last run, with pairedItem, binary and error; empty if nothing. */
export function outputItems(execution: Execution, node: string, output = 0): INodeExecutionData[] {
	return nodeRun(execution, node)?.data?.main?.[output] ?? [];
}

/** The JSON of what a node put out in its last run; empty if nothing. */
export function items(execution: Execution, node: string, output = 0): IDataObject[] {
	return outputItems(execution, node, output).map((item) => item.json);
}

/** The error of a node, or without a name the one that ended the execution. */
export function nodeError(execution: Execution, node?: string): ExecutionError | undefined {
	return node === undefined ? execution.data.resultData.error : nodeRun(execution, node)?.error;
}
