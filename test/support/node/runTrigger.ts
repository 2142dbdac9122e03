import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { ExecuteContext, HookContext, PollContext, WebhookContext } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	NodeHelpers,
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type IWebhookData,
	type IWorkflowExecuteAdditionalData,
	type WorkflowActivateMode,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { LinkAttributionTrigger } from '../../../nodes/LinkAttribution/LinkAttributionTrigger.node';
import { TestCredentials } from './runNode';

const trigger = new LinkAttributionTrigger();
const { description } = trigger;
const [webhookDescription] = description.webhooks ?? [];

/** The stored part of a workflow, which can have several trigger nodes. */
export interface StoredWorkflow {
	name: string;
	/** As n8n stores it between calls. */
	staticData: IDataObject;
}

interface TriggerOptions {
	parameters: INodeParameters;
	/** Data of the node's credential; an API key credential unless `authentication` says otherwise. */
	credential: ICredentialDataDecryptedObject;
	/** The node's name, by which n8n stores static data; its URLs keep the first one. */
	name?: string;
	workflow?: StoredWorkflow;
	/** The signing secret of the webhook with a URL; '' without a webhook. */
	secretFor?: (url: string) => string;
}

export interface PollOptions {
	/** Milliseconds; n8n without durable cursors offers none. */
	budget?: number;
	/**
	 * With durable cursors static data is a copy, stored only when the poll succeeds; otherwise it is the live object,
	 * and stored even if the poll fails.
	 */
	durable?: boolean;
	/**
	 * Whether n8n stores the state after the poll, default true. It can start the next durable poll before; others it stores
	 * only if they emit, and loads them when the workflow is published again.
	 */
	isStored?: boolean;
	activation?: WorkflowActivateMode;
	/** The poll on publishing, after which n8n stores a durable cursor only if the poll returned something. */
	publishing?: boolean;
}

/** The trigger node in n8n-core's contexts. Requests to its URLs run `webhook()`. */
export class TriggerNode {
	/** Items of the executions that deliveries started, in order. */
	readonly executions: INodeExecutionData[][] = [];
	readonly workflow: StoredWorkflow;
	/** n8n stores static data by name. */
	name: string;
	/** Begin of its URLs, as `WEBHOOK_URL` of n8n sets it. */
	origin?: string;
	/** ID of this n8n. */
	instanceId = 'instance';
	parameters: INodeParameters;
	credential: ICredentialDataDecryptedObject;
	/** Separate from that of production. */
	readonly #testData: StoredWorkflow;
	#webhookId: string;
	readonly #secretFor: (url: string) => string;
	readonly #server: Server;
	/** Errors of failed executions that n8n showed although the poll continued. */
	readonly errors: Error[] = [];
	/** Items of the executions that polls started after they had returned. */
	readonly emitted: INodeExecutionData[][] = [];
	/** Of the last execution. */
	hints: string[] = [];
	/** Messages of deliveries and hooks in n8n's log. */
	readonly logged: string[] = [];
	onError?: INode['onError'];
	/** Whether deliveries reach another process, as in queue mode. */
	hasProcessor = false;
	/** Whether n8n can start executions of deliveries; otherwise, it responds with an error. */
	canStart = true;
	/** Stands for a process of n8n, and its memory of the node. */
	process = nextId();
	#credentialReads = 0;
	#executions = 0;
	#polls?: PollContext;
	/** State that durable polls store; hooks and executions do not see it. */
	#cursor?: IDataObject;

	private constructor(options: TriggerOptions) {
		const { parameters, credential, name, workflow, secretFor } = options;
		this.#secretFor = secretFor ?? (() => '');
		this.parameters = parameters;
		this.credential = credential;
		this.name = name ?? 'Link Attribution Trigger';
		this.#webhookId = this.name.toLowerCase().replaceAll(' ', '-');
		this.workflow = workflow ?? { name: 'My workflow', staticData: {} };
		this.#testData = { name: this.workflow.name, staticData: {} };
		this.#server = createServer((request, response) => {
			void buffer(request)
				.then(async (rawBody) => {
					const isTest = request.url?.startsWith('/webhook-test/');
					const { noWebhookResponse } = await this.#receive(
						{ httpRequest: Object.assign(request, { rawBody }), httpResponse: response },
						isTest === true,
					);
					if (!noWebhookResponse) response.writeHead(200).end('{}');
				})
				.catch((error: Error) => response.writeHead(500).end(error.stack));
		});
	}

	static async start(options: TriggerOptions): Promise<TriggerNode> {
		const node = new TriggerNode(options);
		node.#server.listen(0, '127.0.0.1');
		await once(node.#server, 'listening');
		return node;
	}

	/** The node's part of the stored static data. */
	get staticData(): IDataObject {
		const all = this.workflow.staticData;
		return (all[`node:${this.name}`] ?? {}) as IDataObject;
	}

	get items(): IDataObject[] {
		return this.executions.flat().map(({ json }) => json);
	}

	get url(): string {
		return this.#url('webhook');
	}

	get testUrl(): string {
		return this.#url('webhook-test');
	}

	/** Of the registered webhook. */
	get secret(): string {
		return this.#secretFor(this.url);
	}

	/** Number of times that the credential was requested from n8n. */
	get credentialReads(): number {
		return this.#credentialReads;
	}

	/** Simulates a restart of n8n: the process loses its memory of the node. */
	restart(): void {
		this.process = nextId();
	}

	/** Replaces it by a copy with its name: n8n gives it other IDs, by which it stores durable cursors and what ran. */
	copy(): void {
		this.restart();
		this.#webhookId = `copy-${this.process}`;
		this.#cursor = undefined;
	}

	/** Registers one of the URLs, as n8n does when the workflow is published or the step listens. */
	async activate(isTest = false): Promise<void> {
		if (!(await this.hook('checkExists', isTest))) await this.hook('create', isTest);
	}

	async hook(
		name: 'checkExists' | 'create' | 'delete',
		isTest = false,
		// When it removes a webhook, n8n does not say why.
		activation: WorkflowActivateMode = name === 'delete'
			? 'update'
			: isTest
				? 'manual'
				: 'activate',
	): Promise<boolean> {
		const store = isTest ? this.#testData : this.workflow;
		const { node, workflow, additionalData } = this.#prepare(copyOf(store.staticData));
		const context = new HookContext(
			workflow,
			node,
			additionalData,
			name === 'delete' ? 'internal' : isTest ? 'manual' : 'trigger',
			activation,
			this.#webhookData(node, additionalData, isTest),
		);
		this.#readLog(context);
		this.#identify(context);
		const done = await trigger.webhookMethods.default[name].call(context);
		store.staticData = copyOf(workflow.staticData);
		return done;
	}

	/** One poll; undefined if it emitted nothing. */
	async poll(options: PollOptions = {}): Promise<IDataObject[] | undefined> {
		return (await this.pollItems(options))?.map(({ json }) => json);
	}

	/** Like `poll`, with the complete items that n8n passes to the execution. */
	async pollItems({
		budget,
		durable = false,
		isStored = true,
		activation = 'activate',
		publishing = false,
	}: PollOptions = {}): Promise<INodeExecutionData[] | undefined> {
		const stored = this.workflow.staticData;
		const isCopy = durable || !isStored;
		const { node, workflow, additionalData } = this.#prepare(isCopy ? copyOf(stored) : stored);
		const key = `node:${node.name}`;
		if (durable) this.#cursor ??= copyOf((stored[key] ?? {}) as IDataObject);
		const own = copyOf(this.#cursor ?? {});
		const store = () => {
			this.#cursor = copyOf(own);
		};
		const context = new PollContext(
			workflow,
			node,
			additionalData,
			'trigger',
			activation,
			(items) => void this.emitted.push(items.flat()),
			(error) => void this.errors.push(error),
			async () => {
				if (durable && isStored) store();
				await Promise.resolve();
			},
			undefined,
			durable ? () => own : undefined,
			budget === undefined ? undefined : () => budget,
		);
		if (budget === undefined) Reflect.deleteProperty(context, 'getPollBudgetMs');
		this.#identify(context);
		this.#polls = context;
		const output = await trigger.poll.call(context);
		if (durable && isStored && (output !== null || !publishing)) store();
		return output?.flat();
	}

	/** One more poll in the context of the last one, as n8n keeps it while the workflow is published. */
	async pollAgain(): Promise<IDataObject[] | undefined> {
		if (!this.#polls) throw new Error('no poll before');
		const output = await trigger.poll.call(this.#polls);
		return output?.flat().map(({ json }) => json);
	}

	/** @param executionId Default: a new one for each call. */
	async execute(
		mode: WorkflowExecuteMode,
		input: IDataObject[] = [{}],
		executionId = String(++this.#executions),
	): Promise<IDataObject[]> {
		return await this.executeItems(
			mode,
			input.map((json) => ({ json })),
			executionId,
		);
	}

	/** Like `execute`, for items of `pollItems`. */
	async executeItems(
		mode: WorkflowExecuteMode,
		items: INodeExecutionData[],
		executionId = String(++this.#executions),
	): Promise<IDataObject[]> {
		const prepared = this.#prepare(copyOf(this.workflow.staticData));
		const { node, workflow } = prepared;
		const additionalData = Object.assign(prepared.additionalData, { executionId });
		const context = new ExecuteContext(
			workflow,
			node,
			additionalData,
			mode,
			createEmptyRunExecutionData(),
			0,
			items,
			{ main: [items] },
			{ node, data: { main: [items] }, source: null },
			[],
		);
		const [output] = await trigger.execute.call(context);
		this.workflow.staticData = copyOf(workflow.staticData);
		this.hints = context.hints.map(({ message }) => message);
		return output.map(({ json }) => json);
	}

	async close(): Promise<void> {
		this.#server.closeAllConnections();
		this.#server.close();
		await once(this.#server, 'close');
	}

	async #receive(
		http: { httpRequest: unknown; httpResponse: unknown },
		isTest: boolean,
	): Promise<{ noWebhookResponse?: boolean }> {
		const store = isTest ? this.#testData : this.workflow;
		const id = this.hasProcessor ? `${this.process}-processor` : this.process;
		const prepared = this.#prepare(copyOf(store.staticData), id);
		const { node, workflow } = prepared;
		const additionalData = Object.assign(prepared.additionalData, http);
		const context = new WebhookContext(
			workflow,
			node,
			additionalData,
			isTest ? 'manual' : 'webhook',
			this.#webhookData(node, additionalData, isTest),
			[],
			null,
		);
		this.#readLog(context);
		const { workflowData, noWebhookResponse } = await trigger.webhook.call(context);
		store.staticData = copyOf(workflow.staticData);
		if (workflowData && !this.canStart) throw new Error('n8n cannot start the workflow');
		if (workflowData) this.executions.push(...workflowData);
		return { noWebhookResponse };
	}

	#readLog(context: HookContext | WebhookContext): void {
		const warn = (...entry: unknown[]) => void this.logged.push(JSON.stringify(entry));
		Object.defineProperty(context, 'logger', { value: { warn } });
	}

	#identify(context: HookContext | PollContext): void {
		Object.defineProperty(context, 'getInstanceId', { value: () => this.instanceId });
	}

	#url(base: string): string {
		return `${this.#baseUrl(base)}/${this.#webhookId}/${String(webhookDescription.path)}`;
	}

	#baseUrl(base: string): string {
		const { port } = this.#server.address() as AddressInfo;
		return `${this.origin ?? `http://127.0.0.1:${port}`}/${base}`;
	}

	#webhookData(
		node: INode,
		workflowExecuteAdditionalData: IWorkflowExecuteAdditionalData,
		isTest: boolean,
	): IWebhookData {
		return {
			httpMethod: 'POST',
			node: node.name,
			path: String(webhookDescription.path),
			webhookDescription,
			workflowId: 'workflow-1',
			workflowExecuteAdditionalData,
			isTest,
		};
	}

	/** @param id stands for the process */
	#prepare(staticData: IDataObject, id = this.process) {
		const type =
			this.parameters.authentication === 'oAuth2'
				? 'linkAttributionOAuth2Api'
				: 'linkAttributionApi';
		const node: INode = {
			id,
			name: this.name,
			type: 'n8n-nodes-link-attribution.linkAttributionTrigger',
			typeVersion: 2,
			position: [0, 0],
			webhookId: this.#webhookId,
			parameters: this.parameters,
			credentials: { [type]: { id: 'credential-1', name: 'My account' } },
			onError: this.onError,
		};
		node.parameters = parametersOf(this.parameters);
		const workflow = new Workflow({
			id: 'workflow-1',
			name: this.workflow.name,
			nodes: [node],
			connections: {},
			active: true,
			nodeTypes: {
				getByName: () => trigger,
				getByNameAndVersion: () => trigger,
				getKnownTypes: () => ({}),
			},
			staticData,
			settings: { timezone: 'Europe/Berlin' },
		});
		const additionalData = {
			credentialsHelper: new TestCredentials({ [type]: this.credential }, () => {
				this.#credentialReads += 1;
			}),
			variables: {},
			currentNodeParameters: node.parameters,
			webhookBaseUrl: this.#baseUrl('webhook'),
			webhookTestBaseUrl: this.#baseUrl('webhook-test'),
		} as unknown as IWorkflowExecuteAdditionalData;
		return { node, workflow, additionalData };
	}
}

/** The parameters of a node with their defaults and without the hidden ones, as n8n gives them to it. */
export function parametersOf(parameters: INodeParameters): INodeParameters {
	return (
		NodeHelpers.getNodeParameters(
			description.properties,
			parameters,
			true,
			false,
			{ typeVersion: 2 },
			description,
		) ?? {}
	);
}

let ids = 0;

function nextId(): string {
	return `node-${++ids}`;
}

function copyOf(data: IDataObject): IDataObject {
	return JSON.parse(JSON.stringify(data)) as IDataObject;
}
