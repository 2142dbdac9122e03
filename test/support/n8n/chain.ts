import type { IDataObject } from 'n8n-workflow';
import type { WorkflowDefinition, WorkflowNode } from '../../../tools/n8n/client';

/** @param typeVersion as the node's type counts them */
export function workflowNode(
	name: string,
	type: string,
	typeVersion: number,
	parameters: IDataObject,
): WorkflowNode {
	return { name, type, typeVersion, position: [0, 0], parameters };
}

/** The node `Start` for runs by hand, and others that follow one another. */
export function chain(
	following: WorkflowNode[],
): Pick<WorkflowDefinition, 'nodes' | 'connections'> {
	const nodes = [workflowNode('Start', 'n8n-nodes-base.manualTrigger', 1, {}), ...following];
	const connections = following.map(({ name }, index) => [
		nodes[index].name,
		{ main: [[{ node: name, type: 'main' as const, index: 0 }]] },
	]);
	return {
		nodes,
		connections: Object.fromEntries(connections) as WorkflowDefinition['connections'],
	};
}

/** The nodes after `Start` that give these input items. */
export function inputNodes(input: IDataObject[]): WorkflowNode[] {
	return [
		workflowNode('Input', 'n8n-nodes-base.set', 3.4, {
			mode: 'raw',
			jsonOutput: JSON.stringify({ items: input }),
		}),
		workflowNode('Items', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'items' }),
	];
}
