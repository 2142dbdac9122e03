import { expect, it } from '@jest/globals';
import { NodeHelpers, type INode, type INodeTypeDescription } from 'n8n-workflow';
import type { WorkflowNode } from '../../../tools/n8n/client';
import { readWorkflow, workflowFiles, type WorkflowRunner } from '../../support/n8n/workflowRunner';

/** What the editor would mark a node with a red triangle for. */
function issuesOf(node: WorkflowNode, description: INodeTypeDescription) {
	const { properties } = description;
	const stored = node as unknown as INode;
	const parameters =
		NodeHelpers.getNodeParameters(
			properties,
			stored.parameters,
			true,
			false,
			stored,
			description,
		) ?? {};
	return NodeHelpers.getNodeParametersIssues(properties, { ...stored, parameters }, description);
}

export function knownNodes(runner: WorkflowRunner): void {
	it('n8n recognizes every node of the files in its version without issues', async () => {
		const response = await runner.stack.n8n.client.fetch('GET', '/types/nodes.json');
		const known = (await response.json()) as INodeTypeDescription[];
		const problems: string[] = [];
		for (const file of await workflowFiles()) {
			for (const node of (await readWorkflow(file)).nodes) {
				const { name, type, typeVersion, parameters } = node;
				const description = known.find(
					(candidate) =>
						candidate.name === type && [candidate.version].flat().includes(typeVersion),
				);
				const issues = description && issuesOf(node, description);
				if (issues) problems.push(`${file}: ${name} ${JSON.stringify(issues)}`);
				if (!description) problems.push(`${file}: ${name} is ${type} ${typeVersion}`);
				const names = description?.properties.map((property) => property.name) ?? [];
				for (const parameter of Object.keys(parameters)) {
					if (!names.includes(parameter)) problems.push(`${file}: ${name} has ${parameter}`);
				}
			}
		}
		expect(problems).toEqual([]);
	});
}
