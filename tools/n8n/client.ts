import { setTimeout as delay } from 'node:timers/promises';
import type { IConnections, IDataObject } from 'n8n-workflow';
import { decodeFlatted, type Execution } from './execution.ts';
import { N8nError, Session } from './session.ts';

export interface Owner {
	email: string;
	firstName: string;
	lastName: string;
	/** At least 8 characters with a capital letter and a digit. */
	password: string;
}

export interface CredentialReference {
	id: string;
	name: string;
}

/** Secrets come back redacted; `data.oauthTokenData` is `true` when OAuth is connected. */
export interface Credential extends CredentialReference {
	type: string;
	data: IDataObject;
}

export interface WorkflowNode {
	id?: string;
	name: string;
	type: string;
	typeVersion: number;
	position: number[];
	parameters: IDataObject;
	credentials?: Record<string, { id?: string | null; name: string }>;
	[setting: string]: unknown;
}

export interface WorkflowDefinition {
	name: string;
	nodes: WorkflowNode[];
	connections?: IConnections;
	settings?: IDataObject;
}

export interface Workflow extends WorkflowDefinition {
	id: string;
	versionId: string;
	active: boolean;
	/** n8n deletes only archived workflows. */
	isArchived: boolean;
}

interface ExecutionSummary {
	id: string;
	status: string;
	mode: string;
	startedAt: string;
}

/** Runs from `trigger` up to and including `destination`, if given. */
export interface RunOptions {
	trigger: string;
	destination?: string;
}

interface Publication {
	status: 'in_progress' | 'published' | 'partial' | 'failed' | 'not_published';
	triggers: Array<{ errorMessage?: string | null }>;
}

interface Start {
	executionId?: string;
	waitingForWebhook?: boolean;
}

const working = ['new', 'running'];
const timeoutMs = 600_000;

/** Calls `attempt`, the less often the longer it takes, until it returns a value. @throws N8nError after ten minutes */
async function until<T>(what: string, attempt: () => Promise<T | undefined>): Promise<T> {
	const end = Date.now() + timeoutMs;
	for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 1.25, 500)) {
		const result = await attempt();
		if (result !== undefined) return result;
		if (Date.now() > end) throw new N8nError(`${what}: not within ${timeoutMs / 1000} s`);
		await delay(pauseMs);
	}
}

/** @returns the response; undefined for a 404, also of an n8n that is too old for the route */
async function ifFound<T>(response: Promise<T>): Promise<T | undefined> {
	try {
		return await response;
	} catch (error) {
		if (error instanceof N8nError && error.status === 404) return undefined;
		throw error;
	}
}

/** Drives n8n 1.123 or newer through the REST interface that its editor uses. */
export class N8nClient extends Session {
	/** The redirect URI of this n8n in OAuth flows. */
	get oauthRedirectUri(): string {
		return `${this.baseUrl}/rest/oauth2-credential/callback`;
	}

	/** Whether the REST interface responds. Until then, n8n serves a page that says that it is starting. */
	async isUp(): Promise<boolean> {
		try {
			const { ok } = await this.fetch('GET', '/healthz/readiness');
			// Older versions are ready before they have routes.
			return ok && (await this.fetch('GET', '/rest/login')).status !== 404;
		} catch {
			return false;
		}
	}

	/** Creates the owner in a new n8n, otherwise signs in. */
	async signIn(owner: Owner): Promise<void> {
		try {
			await this.request('POST', '/rest/owner/setup', owner);
		} catch (error) {
			if (!(error instanceof N8nError && error.message.includes('already setup'))) throw error;
			const { email, password } = owner;
			await this.request('POST', '/rest/login', { emailOrLdapLoginId: email, email, password });
		}
	}

	// Credentials

	async listCredentials(): Promise<Array<CredentialReference & { type: string }>> {
		return await this.request('GET', '/rest/credentials');
	}

	async createCredential(
		name: string,
		type: string,
		data: IDataObject,
	): Promise<CredentialReference> {
		return await this.request('POST', '/rest/credentials', { name, type, data });
	}

	/** Replaces the stored data. Redacted values from `getCredential` keep the stored value. */
	async updateCredential(
		id: string,
		name: string,
		type: string,
		data: IDataObject,
	): Promise<CredentialReference> {
		return await this.request('PATCH', `/rest/credentials/${id}`, { name, type, data });
	}

	async getCredential(id: string): Promise<Credential> {
		return await this.request('GET', `/rest/credentials/${id}?includeData=true`);
	}

	/** Tests a credential, as the credential window does. */
	async testCredential(id: string): Promise<{ status: 'OK' | 'Error'; message: string }> {
		const { name, type, data } = await this.getCredential(id);
		return await this.request('POST', '/rest/credentials/test', {
			credentials: { id, name, type, data },
		});
	}

	/** The URL that **Connect** opens. */
	async oauthAuthorizeUrl(id: string): Promise<string> {
		return await this.request('GET', `/rest/oauth2-credential/auth?id=${id}`);
	}

	/**
	 * Connects an OAuth2 credential.
	 *
	 * @param authorize allows access at the authorization URL, and returns the URL of the redirect back
	 * @throws N8nError if n8n does not accept the redirect
	 */
	async connectOAuth2(id: string, authorize: (url: string) => Promise<string>): Promise<void> {
		const back = new URL(await authorize(await this.oauthAuthorizeUrl(id)));
		const page = await (await this.fetch('GET', back.pathname + back.search)).text();
		// The status is 200 for errors too; this is the message of the page to the editor.
		if (page.includes("postMessage('success')")) return;
		const text = page.replace(/<(style|script|title)[\s\S]*?<\/\1>|<[^>]+>/g, ' ');
		throw new N8nError(`Credential ${id} was not connected: ${text.replace(/\s+/g, ' ').trim()}`);
	}

	// Workflows

	async listWorkflows(): Promise<Array<Pick<Workflow, 'id' | 'name' | 'active'>>> {
		return await this.request('GET', '/rest/workflows');
	}

	async getWorkflow(id: string): Promise<Workflow> {
		return await this.request('GET', `/rest/workflows/${id}`);
	}

	async createWorkflow(workflow: WorkflowDefinition): Promise<Workflow> {
		return await this.request('POST', '/rest/workflows', {
			...workflow,
			connections: workflow.connections ?? {},
			settings: workflow.settings ?? { executionOrder: 'v1' },
			pinData: {},
			// Required by n8n 2.0 and older.
			active: false,
		});
	}

	async updateWorkflow(id: string, changes: Partial<WorkflowDefinition>): Promise<Workflow> {
		return await this.request('PATCH', `/rest/workflows/${id}`, changes);
	}

	/** Deactivates and deletes a workflow with its executions. */
	async deleteWorkflow(id: string): Promise<void> {
		await this.deactivate(id);
		const { isArchived } = await this.getWorkflow(id);
		if (!isArchived) await this.request('POST', `/rest/workflows/${id}/archive`, {});
		await this.request('DELETE', `/rest/workflows/${id}`);
	}

	/**
	 * Creates the workflow of an exported file, or updates the one with the same name.
	 *
	 * @param credentials by type; they replace those of the file
	 */
	async importWorkflow(
		{ name, nodes, connections, settings }: WorkflowDefinition,
		credentials: Record<string, CredentialReference> = {},
	): Promise<Workflow> {
		const connected = nodes.map((node) => ({
			...node,
			credentials: Object.fromEntries(
				Object.entries(node.credentials ?? {}).map(([type, stored]) => {
					const { id, name } = credentials[type] ?? stored;
					return [type, { id, name }];
				}),
			),
		}));
		const workflow = { name, nodes: connected, connections, settings };
		const existing = (await this.listWorkflows()).find((other) => other.name === name);
		return existing
			? await this.updateWorkflow(existing.id, workflow)
			: await this.createWorkflow(workflow);
	}

	/**
	 * Publishes the workflow and waits until its triggers run, since n8n starts them after it responds.
	 *
	 * @throws N8nError with the error of a trigger that could not start; n8n tries for 15 s
	 */
	async activate(id: string): Promise<void> {
		await this.#setActive(id, true);
		await this.#publication(id, 'published');
	}

	async deactivate(id: string): Promise<void> {
		await this.#setActive(id, false);
		await this.#publication(id, 'not_published');
	}

	async #setActive(id: string, active: boolean): Promise<void> {
		const { versionId } = await this.getWorkflow(id);
		const route = `/rest/workflows/${id}/${active ? 'activate' : 'deactivate'}`;
		const done = await ifFound(this.request('POST', route, active ? { versionId } : {}));
		if (done) return;
		// n8n 1.x
		await this.request('PATCH', `/rest/workflows/${id}`, { active, versionId });
	}

	async #publication(id: string, expected: Publication['status']): Promise<void> {
		await until(`Workflow ${id} ${expected}`, async () => {
			const route = `/rest/workflows/${id}/publication-status`;
			const publication = await ifFound(this.request<Publication>('GET', route));
			// Older versions respond when the triggers run.
			if (!publication || publication.status === expected) return true;
			const { status, triggers } = publication;
			if (status !== 'failed' && status !== 'partial') return undefined;
			const reasons = triggers.map((trigger) => trigger.errorMessage).filter(Boolean);
			throw new N8nError(`Workflow ${id} could not be activated: ${reasons.join('; ')}`);
		});
	}

	// Executions

	/** Starts the saved workflow, as the editor does. @returns the ID of the execution */
	async run(workflowId: string, options: RunOptions): Promise<string> {
		const start = await this.#start(workflowId, options);
		if (start.executionId) return start.executionId;
		throw new N8nError(`Workflow ${workflowId} did not start: ${JSON.stringify(start)}`);
	}

	/** Listens for one test event at the test URL of a webhook trigger, as the editor does. */
	async listen(workflowId: string, trigger: string): Promise<void> {
		const start = await this.#start(workflowId, { trigger });
		if (start.waitingForWebhook) return;
		throw new N8nError(`Workflow ${workflowId} does not listen: ${JSON.stringify(start)}`);
	}

	async #start(workflowId: string, { trigger, destination }: RunOptions): Promise<Start> {
		return await this.request('POST', `/rest/workflows/${workflowId}/run`, {
			triggerToStartFrom: { name: trigger },
			...(destination && { destinationNode: { nodeName: destination, mode: 'inclusive' } }),
			// n8n 2.0 and older run this; newer versions run the saved workflow.
			workflowData: { ...(await this.getWorkflow(workflowId)), pinData: {} },
		});
	}

	async runAndWait(workflowId: string, options: RunOptions): Promise<Execution> {
		return await this.waitForExecution(await this.run(workflowId, options));
	}

	/** Runs a failed execution again from its last node on, as the list of executions does. */
	async retry(executionId: string): Promise<Execution> {
		const path = `/rest/executions/${executionId}/retry`;
		const { id } = await this.request<{ id: string }>('POST', path, { loadWorkflow: false });
		return await this.waitForExecution(id);
	}

	/** Cancels a running execution. */
	async stop(executionId: string): Promise<void> {
		await this.request('POST', `/rest/executions/${executionId}/stop`);
	}

	async getExecution(id: string): Promise<Execution> {
		const execution = await this.request<Omit<Execution, 'data'> & { data: string }>(
			'GET',
			`/rest/executions/${id}`,
		);
		return { ...execution, data: decodeFlatted(execution.data) as Execution['data'] };
	}

	/** @returns undefined until the execution is stored with its data, or if n8n was killed before that */
	async storedExecution(id: string): Promise<Execution | undefined> {
		try {
			const execution = await ifFound(this.getExecution(id));
			return execution?.data && execution;
		} catch (error) {
			// n8n 2.20 and older return it when the data is missing.
			if (error instanceof N8nError && error.status === 500) return undefined;
			throw error;
		}
	}

	/** Waits for the end of an execution, successful or not. */
	async waitForExecution(id: string): Promise<Execution> {
		return await this.#executionPast([...working, 'waiting'], `Execution ${id} ended`, id);
	}

	/** Waits until an execution waits for a person (`waiting`) or has ended. */
	async waitForPause(id: string): Promise<Execution> {
		return await this.#executionPast(working, `Execution ${id} paused`, id);
	}

	async #executionPast(statuses: string[], what: string, id: string): Promise<Execution> {
		return await until(what, async () => {
			const execution = await this.storedExecution(id);
			return !execution || statuses.includes(execution.status) ? undefined : execution;
		});
	}

	/** A page of 100 executions, from the latest one on. */
	async executionPage(
		workflowId: string,
		cursor?: string,
	): Promise<{ results: ExecutionSummary[]; nextCursor?: string | null }> {
		const filter = JSON.stringify({ workflowId });
		const query = new URLSearchParams({ limit: '100', filter, ...(cursor && { cursor }) });
		return await this.request('GET', `/rest/executions?${query.toString()}`);
	}

	/**
	 * Lists the executions of a workflow, newest first.
	 *
	 * @param limit maximum 100
	 */
	async listExecutions(workflowId: string, limit = 20): Promise<ExecutionSummary[]> {
		const query = new URLSearchParams({
			limit: String(limit),
			filter: JSON.stringify({ workflowId }),
		});
		const list = async () =>
			await this.request<{ results: ExecutionSummary[] }>(
				'GET',
				`/rest/executions?${query.toString()}`,
			);
		// n8n reads running and finished executions separately. One that finishes meanwhile is in both lists or in neither.
		const seen = [...(await list()).results, ...(await list()).results];
		const latest = new Map(seen.map((execution) => [execution.id, execution]));
		return [...latest.values()].sort((a, b) => Number(b.id) - Number(a.id)).slice(0, limit);
	}
}
