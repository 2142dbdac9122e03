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
	/** As a person can do in the editor; n8n deletes no others. */
	isArchived: boolean;
}

export interface ExecutionSummary {
	id: string;
	status: string;
	mode: string;
}

/** What is run: from `trigger`, up to and including `destination` if given. */
export interface RunOptions {
	trigger: string;
	destination?: string;
}

interface Settings {
	userManagement: { showSetupOnFirstLoad: boolean };
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

/** Calls `attempt` until it returns something or the time is over. */
async function until<T>(
	what: string,
	timeoutMs: number,
	attempt: () => Promise<T | undefined>,
): Promise<T> {
	const end = Date.now() + timeoutMs;
	for (;;) {
		const result = await attempt();
		if (result !== undefined) return result;
		if (Date.now() > end) throw new N8nError(`${what}: not within ${timeoutMs / 1000} s`);
		await delay(100);
	}
}

/** The answer; undefined when n8n knows no such thing, or is too old for the route. */
async function ifFound<T>(answer: Promise<T>): Promise<T | undefined> {
	try {
		return await answer;
	} catch (error) {
		if (error instanceof N8nError && error.status === 404) return undefined;
		throw error;
	}
}

/** Drives an n8n, from 1.123 on, through the REST interface that its editor uses. */
export class N8nClient extends Session {
	/** The redirect URI that this n8n sends in OAuth flows. */
	get oauthRedirectUri(): string {
		return `${this.baseUrl}/rest/oauth2-credential/callback`;
	}

	/** Whether the REST interface answers; until then n8n shows a page that says it is starting. */
	async isUp(): Promise<boolean> {
		try {
			return typeof (await this.#settings()).userManagement === 'object';
		} catch {
			return false;
		}
	}

	async #settings() {
		return await this.request<Settings>('GET', '/rest/settings');
	}

	/** Creates the owner in a new n8n, otherwise logs in. */
	async signIn(owner: Owner): Promise<void> {
		const { userManagement } = await this.#settings();
		if (userManagement.showSetupOnFirstLoad) {
			await this.request('POST', '/rest/owner/setup', owner);
		} else {
			const { email, password } = owner;
			const login = { emailOrLdapLoginId: email, email, password };
			await this.request('POST', '/rest/login', login);
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

	/** `data` replaces what is stored; values from getCredential keep what they stand for. */
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

	async deleteCredential(id: string): Promise<void> {
		await this.request('DELETE', `/rest/credentials/${id}`);
	}

	/** What "Test" in the credential dialog says. */
	async testCredential(id: string): Promise<{ status: 'OK' | 'Error'; message: string }> {
		const { name, type, data } = await this.getCredential(id);
		return await this.request('POST', '/rest/credentials/test', {
			credentials: { id, name, type, data },
		});
	}

	/** The URL that "Connect my account" opens. */
	async oauthAuthorizeUrl(id: string): Promise<string> {
		return await this.request('GET', `/rest/oauth2-credential/auth?id=${id}`);
	}

	/**
	 * Connects an OAuth2 credential. `authorize` gets the authorization URL, does what the person
	 * does there and returns the URL that the service redirects back to.
	 */
	async connectOAuth2(id: string, authorize: (url: string) => Promise<string>): Promise<void> {
		const back = new URL(await authorize(await this.oauthAuthorizeUrl(id)));
		const page = await (await this.fetch('GET', back.pathname + back.search)).text();
		// The status is 200 either way; this is what the page tells the editor.
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
			// n8n up to 2.0 asks for it.
			active: false,
		});
	}

	async updateWorkflow(id: string, changes: Partial<WorkflowDefinition>): Promise<Workflow> {
		return await this.request('PATCH', `/rest/workflows/${id}`, changes);
	}

	/** Also ends its triggers and deletes its executions. */
	async deleteWorkflow(id: string): Promise<void> {
		await this.deactivate(id);
		const { isArchived } = await this.getWorkflow(id);
		if (!isArchived) await this.request('POST', `/rest/workflows/${id}/archive`, {});
		await this.request('DELETE', `/rest/workflows/${id}`);
	}

	/**
	 * Creates the workflow of an exported file, or updates the one with the same name. Nodes that
	 * name a credential of a type in `credentials` (by type) get that one.
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
	 * Publishes the workflow and waits until its triggers run: n8n starts them after it has
	 * answered. Throws what a trigger said if it could not start (n8n tries for 15 s).
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

	async #publication(id: string, wanted: Publication['status']): Promise<void> {
		await until(`Workflow ${id} ${wanted}`, 30_000, async () => {
			const route = `/rest/workflows/${id}/publication-status`;
			const publication = await ifFound(this.request<Publication>('GET', route));
			// Older versions answer when the triggers run.
			if (!publication || publication.status === wanted) return true;
			const { status, triggers } = publication;
			if (status !== 'failed' && status !== 'partial') return undefined;
			const reasons = triggers.map((trigger) => trigger.errorMessage).filter(Boolean);
			throw new N8nError(`Workflow ${id} could not be activated: ${reasons.join('; ')}`);
		});
	}

	// Executions

	/** Starts the saved workflow as the editor does; the id of the execution. */
	async run(workflowId: string, options: RunOptions): Promise<string> {
		const answer = await this.#start(workflowId, options);
		if (answer.executionId) return answer.executionId;
		throw new N8nError(`Workflow ${workflowId} did not start: ${JSON.stringify(answer)}`);
	}

	/** Waits for one test event at the test URL of a webhook trigger, as the editor does. */
	async listen(workflowId: string, trigger: string): Promise<void> {
		const answer = await this.#start(workflowId, { trigger });
		if (answer.waitingForWebhook) return;
		throw new N8nError(`Workflow ${workflowId} does not listen: ${JSON.stringify(answer)}`);
	}

	async #start(workflowId: string, { trigger, destination }: RunOptions): Promise<Start> {
		return await this.request('POST', `/rest/workflows/${workflowId}/run`, {
			triggerToStartFrom: { name: trigger },
			...(destination && { destinationNode: { nodeName: destination, mode: 'inclusive' } }),
			// What n8n up to 2.0 runs; newer ones run what is stored.
			workflowData: { ...(await this.getWorkflow(workflowId)), pinData: {} },
		});
	}

	async runAndWait(workflowId: string, options: RunOptions): Promise<Execution> {
		return await this.waitForExecution(await this.run(workflowId, options));
	}

	/** Cancels an execution that is running. */
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

	/** Undefined as long as it is not stored with its data. */
	async #storedExecution(id: string): Promise<Execution | undefined> {
		try {
			const execution = await ifFound(this.getExecution(id));
			return execution?.data && execution;
		} catch (error) {
			// n8n 2.20 fails over the missing data.
			if (error instanceof N8nError && error.status === 500) return undefined;
			throw error;
		}
	}

	/** The execution once it has ended, well or not. */
	async waitForExecution(id: string, timeoutMs = 60_000): Promise<Execution> {
		return await this.#executionPast(
			[...working, 'waiting'],
			`Execution ${id} ended`,
			id,
			timeoutMs,
		);
	}

	/** The execution once it waits for somebody (`waiting`) or has ended. */
	async waitForPause(id: string, timeoutMs = 60_000): Promise<Execution> {
		return await this.#executionPast(working, `Execution ${id} paused`, id, timeoutMs);
	}

	async #executionPast(
		statuses: string[],
		what: string,
		id: string,
		timeoutMs: number,
	): Promise<Execution> {
		return await until(what, timeoutMs, async () => {
			const execution = await this.#storedExecution(id);
			return !execution || statuses.includes(execution.status) ? undefined : execution;
		});
	}

	/**
	 * The workflow's executions, newest first.
	 *
	 * @param limit 100 at most
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
		// n8n reads what runs and what is finished apart: what finishes meanwhile is in both, or in neither.
		const seen = [...(await list()).results, ...(await list()).results];
		const latest = new Map(seen.map((execution) => [execution.id, execution]));
		return [...latest.values()].sort((a, b) => Number(b.id) - Number(a.id)).slice(0, limit);
	}
}
