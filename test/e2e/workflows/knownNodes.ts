import { expect, it } from '@jest/globals';
import type { INodeTypeDescription } from 'n8n-workflow';
import { readWorkflow, workflowFiles, type WorkflowRunner } from '../../support/workflowRunner';

export function knownNodes(runner: WorkflowRunner): void {
	it('n8n knows every node of the files, in its version, with its parameters', async () => {
		const answer = await runner.stack.n8n.client.fetch('GET', '/types/nodes.json');
		const known = (await answer.json()) as INodeTypeDescription[];
		const problems: string[] = [];
		for (const file of await workflowFiles()) {
			for (const { name, type, typeVersion, parameters } of (await readWorkflow(file)).nodes) {
				const description = known.find(
					(candidate) =>
						candidate.name === type && [candidate.version].flat().includes(typeVersion),
				);
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
