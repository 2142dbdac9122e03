import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

/** An error in the form in which n8n stores it with an execution. */
interface ExecutionError {
	message: string;
	description?: string | null;
	httpCode?: string | null;
	messages?: string[];
	context?: IDataObject;
	node?: { name: string };
}

/** One run of one node. */
interface NodeRun {
	executionStatus: string;
	executionTime: number;
	data?: { main?: Array<INodeExecutionData[] | null> };
	error?: ExecutionError;
	/** Messages for the person, such as warnings. */
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
		/** Nodes that had not run when the execution ended or crashed. */
		executionData?: {
			nodeExecutionStack: Array<{
				node: { name: string };
				data: { main: Array<INodeExecutionData[] | null> };
			}>;
		};
	};
}

/**
 * Decodes the "flatted" JSON in which n8n stores execution data: an array of values in which every
 * string inside an object or array is the index of another value.
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

/** @returns the last run of a node; undefined if it did not run */
export function nodeRun(execution: Execution, node: string): NodeRun | undefined {
	return execution.data.resultData.runData[node]?.at(-1);
}

/** @returns the output of the last run of a node, with pairedItem, binary, and error */
export function outputItems(execution: Execution, node: string, output = 0): INodeExecutionData[] {
	return nodeRun(execution, node)?.data?.main?.[output] ?? [];
}

/** @returns the JSON output of the last run of a node */
export function items(execution: Execution, node: string, output = 0): IDataObject[] {
	return outputItems(execution, node, output).map((item) => item.json);
}

/** @returns the error of a node, or without a node the one that ended the execution */
export function nodeError(execution: Execution, node?: string): ExecutionError | undefined {
	return node === undefined ? execution.data.resultData.error : nodeRun(execution, node)?.error;
}
