import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workflow, WorkflowDefinition } from '../n8n/client.ts';
import { nodeError, type Execution } from '../n8n/execution.ts';
import type { N8nInstance } from '../n8n/instance.ts';
import { verify } from './progress.ts';
import type { Credentials } from './credentials.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'workflows');

/** Imports `workflows/<name>.json`, with changes. */
export async function importFile(
	{ client }: N8nInstance,
	name: string,
	credentials: Credentials,
	change: (definition: WorkflowDefinition) => void = () => {},
): Promise<Workflow> {
	const definition = await definitionOf(name);
	change(definition);
	return await client.importWorkflow(definition, credentials);
}

/**
 * Imports `workflows/<name>.json` after deleting the workflow of an earlier start, with its executions and state.
 *
 * @param changed parameters that differ from the file, by node name
 */
export async function reimport(
	{ client }: N8nInstance,
	name: string,
	credentials: Credentials,
	changed: Record<string, object> = {},
): Promise<Workflow> {
	const definition = await definitionOf(name);
	for (const node of definition.nodes) Object.assign(node.parameters, changed[node.name]);
	for (const workflow of await client.listWorkflows()) {
		if (workflow.name === definition.name) await client.deleteWorkflow(workflow.id);
	}
	return await client.importWorkflow(definition, credentials);
}

async function definitionOf(name: string): Promise<WorkflowDefinition> {
	const text = await readFile(join(FOLDER, `${name}.json`), 'utf8');
	const definition = JSON.parse(text) as WorkflowDefinition;
	// In the sandbox, nodes that are off until a person has looked at their input do no harm.
	for (const node of definition.nodes) delete node.disabled;
	return definition;
}

export function editorUrl({ url }: N8nInstance, { id }: Workflow): string {
	return `${url}/workflow/${id}`;
}

export function executionUrl(n8n: N8nInstance, workflow: Workflow, { id }: Execution): string {
	return `${editorUrl(n8n, workflow)}/executions/${id}`;
}

/** Runs a workflow. @throws Error with n8n's error if it fails */
export async function run(
	n8n: N8nInstance,
	workflow: Workflow,
	trigger: string,
): Promise<Execution> {
	return await finish(n8n, workflow, await n8n.client.run(workflow.id, { trigger }));
}

/** Waits until an execution waits for a person. @throws Error if it ends instead */
export async function untilWaiting(
	{ client }: N8nInstance,
	workflow: Workflow,
	id: string,
): Promise<void> {
	const execution = await client.waitForPause(id);
	if (execution.status !== 'waiting') verifySuccess(workflow, execution);
	verify(execution.status === 'waiting', `"${workflow.name}" ended without waiting for a person.`);
}

/** Waits for the end of an execution. @throws Error with n8n's error if it failed */
export async function finish(
	{ client }: N8nInstance,
	workflow: Workflow,
	id: string,
): Promise<Execution> {
	const execution = await client.waitForExecution(id);
	verifySuccess(workflow, execution);
	return execution;
}

function verifySuccess({ name }: Workflow, execution: Execution): void {
	if (execution.status === 'success') return;
	const error = nodeError(execution);
	const where = error?.node ? ` in "${error.node.name}"` : '';
	const why = [error?.message, error?.description].filter(Boolean).join(' ');
	throw new Error(`The workflow "${name}" ended with "${execution.status}"${where}: ${why}`);
}
