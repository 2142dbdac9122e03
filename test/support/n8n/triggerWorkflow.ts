import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import type { CredentialReference, N8nClient } from '../../../tools/n8n/client';
import { items, nodeRun, type Execution } from '../../../tools/n8n/execution';
import { keyOf } from '../sandbox/journeys';
import { CREDENTIAL_TYPES, type N8nStack } from './n8nStack';

export const TRIGGER = 'Trigger';

/** Another name for it. */
export const RENAMED = 'Renamed trigger';

/** Another trigger of the workflow. */
const OTHER = 'Other trigger';

const TYPE = 'n8n-nodes-link-attribution.linkAttributionTrigger';

const JOURNEY_EVENTS = ['link.clicked', 'lead.created', 'sale.created'];

const WORK = { type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };

/** A trigger, by default on clicks, leads and sales and without Catch Up, and a step after it. */
export async function createTriggerWorkflow(
	{ n8n }: N8nStack,
	name: string,
	parameters: IDataObject,
	credential: CredentialReference,
	work: { type: string; typeVersion: number; parameters: IDataObject } = WORK,
): Promise<{ id: string; productionUrl: string; testUrl: string }> {
	const webhookId = name.toLowerCase().replaceAll(' ', '-');
	const authentication = parameters.authentication === 'oAuth2' ? 'oAuth2' : 'apiKey';
	const { id } = await n8n.client.createWorkflow({
		name,
		nodes: [
			{
				name: TRIGGER,
				type: TYPE,
				typeVersion: 2,
				position: [0, 0],
				parameters: { events: JOURNEY_EVENTS, catchUp: false, ...parameters },
				webhookId,
				credentials: { [CREDENTIAL_TYPES[authentication]]: credential },
			},
			{ name: 'Work', position: [220, 0], ...work },
		],
		connections: connectionsOf(TRIGGER),
	});
	return {
		id,
		productionUrl: `${n8n.url}/webhook/${webhookId}/webhook`,
		testUrl: `${n8n.url}/webhook-test/${webhookId}/webhook`,
	};
}

/** Changes parameters of the trigger, and publishes the workflow again. */
export async function publishWith(
	client: N8nClient,
	id: string,
	parameters: IDataObject,
): Promise<void> {
	const { nodes } = await client.getWorkflow(id);
	const changed = nodes.map((node) =>
		isTrigger(node) ? { ...node, parameters: { ...node.parameters, ...parameters } } : node,
	);
	await client.updateWorkflow(id, { nodes: changed });
	await client.activate(id);
}

/** Replaces the trigger by a copy with its name, and publishes the workflow again. */
export async function publishCopy(client: N8nClient, id: string): Promise<void> {
	const { nodes } = await client.getWorkflow(id);
	const ids = { id: randomUUID(), webhookId: randomUUID() };
	await client.updateWorkflow(id, {
		nodes: nodes.map((node) => (isTrigger(node) ? { ...node, ...ids } : node)),
	});
	await client.activate(id);
}

/** Gives the trigger another name, and publishes the workflow again. */
export async function publishRenamed(client: N8nClient, id: string, name: string): Promise<void> {
	const { nodes } = await client.getWorkflow(id);
	await client.updateWorkflow(id, {
		nodes: nodes.map((node) => (isTrigger(node) ? { ...node, name } : node)),
		connections: {
			...connectionsOf(name),
			...(nodes.some((node) => node.name === OTHER) && connectionsOf(OTHER)),
		},
	});
	await client.activate(id);
}

/** Adds another trigger, which polls, or changes that one alone; then publishes the workflow. */
export async function publishOther(client: N8nClient, id: string, raw: boolean): Promise<void> {
	const { nodes } = await client.getWorkflow(id);
	const [trigger] = nodes.filter(isTrigger);
	const parameters = { ...trigger.parameters, delivery: 'polling', options: { raw } };
	const other = { ...trigger, name: OTHER, id: OTHER, webhookId: 'other', parameters };
	await client.updateWorkflow(id, {
		nodes: [...nodes.filter(({ name }) => name !== OTHER), other],
		connections: { ...connectionsOf(trigger.name), ...connectionsOf(OTHER) },
	});
	await client.activate(id);
}

function connectionsOf(trigger: string) {
	return { [trigger]: { main: [[{ node: 'Work', type: 'main' as const, index: 0 }]] } };
}

function isTrigger({ type, name }: { type: string; name: string }): boolean {
	return type === TYPE && name !== OTHER;
}

/** Executions that succeeded, which never change, by their client and ID: waiting tests read them again and again. */
const succeeded = new WeakMap<N8nClient, Map<string, Execution>>();

/** The executions of a workflow that n8n started automatically, including those that were cut off. */
export async function productionRuns(client: N8nClient, workflowId: string): Promise<Execution[]> {
	const summaries = await client.listExecutions(workflowId, 100);
	if (summaries.length === 100) throw new Error('There may be more executions than n8n lists.');
	const known = succeeded.get(client) ?? new Map<string, Execution>();
	succeeded.set(client, known);
	const runs: Execution[] = [];
	for (const { id, mode } of summaries) {
		if (mode === 'manual') continue;
		const run = known.get(id) ?? (await client.storedExecution(id));
		if (!run) continue;
		if (run.status === 'success' && hasTriggered(run)) known.set(id, run);
		runs.push(run);
	}
	return runs;
}

/**
 * The keys of the events that started an execution. One that was cut off when n8n was killed does not count where the event
 * came again: n8n keeps it, but has not done its work.
 */
export async function executedKeys(client: N8nClient, workflowId: string): Promise<string[]> {
	const runs = await productionRuns(client, workflowId);
	const keysOf = (cutOff: boolean) =>
		runs
			.filter((run) => isCutOff(run) === cutOff)
			.flatMap(startedBy)
			.map(keyOf);
	const run = keysOf(false);
	return [...run, ...keysOf(true).filter((key) => !run.includes(key))];
}

/**
 * Whether an execution was cut off, or has not got past the trigger yet. n8n 2.41.1 marks one as crashed when it is back,
 * but lets it run forever if it was killed before the first node started: `amend` in its `execution-recovery.service.ts`.
 */
export function isCutOff(execution: Execution): boolean {
	return execution.status === 'crashed' || (isUnderWay(execution) && !hasTriggered(execution));
}

function hasTriggered(execution: Execution): boolean {
	return [TRIGGER, RENAMED].some((name) => nodeRun(execution, name) !== undefined);
}

export function isUnderWay({ status }: { status: string }): boolean {
	return status === 'new' || status === 'running';
}

/**
 * The events that started an execution. Of one that was cut off, n8n keeps only the nodes that had not run when it started;
 * when n8n is back, it adds runs without data, or with invented data, for the nodes that had started.
 */
export function startedBy(execution: Execution): IDataObject[] {
	if (execution.status !== 'crashed' && hasTriggered(execution))
		return [TRIGGER, RENAMED].flatMap((name) => items(execution, name));
	// A poll that failed, and emitted nothing.
	if (execution.status === 'error') return [];
	const { nodeExecutionStack = [] } = execution.data.executionData ?? {};
	return nodeExecutionStack
		.filter(({ node }) => node.name !== OTHER)
		.flatMap(({ data }) => data.main[0]?.map(({ json }) => json) ?? []);
}
