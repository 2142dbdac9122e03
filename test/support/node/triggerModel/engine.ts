import { EventEmitter } from 'node:events';
import { jest } from '@jest/globals';
import * as luxon from 'luxon';
import * as n8nWorkflow from 'n8n-workflow';
import type {
	IDataObject,
	IHttpRequestOptions,
	INodeExecutionData,
	INodeParameters,
	INodeType,
} from 'n8n-workflow';
import * as zod from 'zod/v4';
import { unlessAborted } from '../../../../nodes/LinkAttribution/transport/n8nQuirks';
import { parametersOf } from '../runTrigger';
import type { VirtualClock } from './clock';
import type { ModelService } from './service';

export type Node = Required<Pick<INodeType, 'poll' | 'webhook' | 'execute' | 'webhookMethods'>>;

/** A separate copy of the modules, which hold the memory of a process. */
function loadNode(): Node {
	let node: Node | undefined;
	jest.isolateModules(() => {
		// These have no state.
		jest.doMock('n8n-workflow', () => n8nWorkflow);
		jest.doMock('zod/v4', () => zod);
		jest.doMock('luxon', () => luxon);
		const path = '../../../../nodes/LinkAttribution/LinkAttributionTrigger.node';
		const { LinkAttributionTrigger } = jest.requireActual<{
			LinkAttributionTrigger: new () => Node;
		}>(path);
		node = new LinkAttributionTrigger();
	});
	return node as unknown as Node;
}

export interface EngineSettings {
	/** Whether cursors are durable at first. */
	durable: boolean;
	/** Whether the hooks and the poll on activation run at the same time. */
	concurrent: boolean;
	/** Whether webhooks, executions, and polls have separate processes. */
	separate: boolean;
	/** Milliseconds between planned polls. */
	interval: number;
	/** Maximum milliseconds of a poll. Default: no maximum. */
	budget?: number;
	/** Whether a person registers the webhook. */
	isManual?: boolean;
	/** Milliseconds that an execution waits for others. n8n runs at its next start what waits then. Default: none waits. */
	queued?: number;
	/** Milliseconds after which another node of the workflow writes static data. Default: none does. */
	writing?: number;
	/** Whether executions by deliveries, one beginning before the other ends, pass on the data from before the first round. */
	isStale?: boolean;
	/** Milliseconds between polls of another trigger of the workflow; each poll emits. Default: no other trigger. */
	other?: number;
	/** Whether a workflow stays published, and is polled, if its webhook could not be registered, as in n8n 2.41. */
	isPersistent?: boolean;
}

/** The node of a version of the workflow. */
interface Version {
	id: string;
	webhookId: string;
	name: string;
	parameters: INodeParameters;
	/** ID of the workspace of its credential. */
	workspace: string;
}

export interface Execution {
	id: string;
	/** As the workflow was when it began. */
	version: Version;
	mode: string;
	items: INodeExecutionData[];
	/** Whether it has not started. */
	isQueued: boolean;
	/** The process that runs it, and since when. */
	worker?: Node;
	begunAt?: number;
	/** Undefined while it runs, and if n8n was killed before its end. */
	output?: INodeExecutionData[];
	hints: string[];
}

/** One n8n from its start to its end. */
class Process {
	main: Node;

	webhooks: Node;

	worker: Node;

	/** Static data for polls, loaded when the workflow was activated: of all nodes, and of this one in it. */
	live: { all: IDataObject; own: IDataObject } = { all: {}, own: {} };

	isDead = false;

	/** Steps until it is killed. */
	stepsLeft = Infinity;

	/** Resolves when it is killed. */
	readonly death: Promise<'dead'>;

	#onDeath: (_: 'dead') => void = () => {};

	constructor({ main, webhooks, worker }: Pick<Process, 'main' | 'webhooks' | 'worker'>) {
		this.main = main;
		this.webhooks = webhooks;
		this.worker = worker;
		this.death = new Promise((resolve) => (this.#onDeath = resolve));
	}

	kill(): void {
		this.isDead = true;
		this.#onDeath('dead');
	}
}

/** Addresses of n8n. */
const ORIGINS = ['https://n8n.example', 'https://moved.example'];

/** The signing secret in a credential, for a webhook that a person registers. */
export function secretIn(workspace: string): string {
	return `whsec_by_hand_${workspace}`;
}

/** After which n8n ends a publication. */
const MAX_START_MS = 84_000;

/** To register a webhook. */
const MAX_ATTEMPTS = 5;

/** To remove a webhook, as in n8n 2.41. */
const MAX_REMOVALS = 3;

/** n8n in memory: its database and its processes. */
export class Engine {
	readonly executions: Execution[] = [];

	/** Messages of the errors of polls. */
	readonly errors: string[] = [];

	isReachable = true;

	/** How often n8n got another address. */
	moves = 0;

	/** How often the node was replaced by a copy with its name. */
	#copies = 0;

	/** Hooks and polls that run. */
	running = 0;

	/** Until when its machine sleeps. */
	asleepUntil = -Infinity;

	/** Counts the processes. */
	starts = 0;

	/** Whether the database has the workflow as published. */
	isPublished = false;

	/** Whether it could not be activated since then. */
	hasFailed = false;

	/** Whether no round has ended since the package was updated. */
	isUpdated = false;

	/** Whether n8n has the URL of the webhook in its database. */
	#isReceiving = false;

	/** Whether cursors are durable. n8n must not run when it changes. */
	durable: boolean;

	/** When the first durable cursor was stored. */
	cursorFrom = Infinity;

	parameters: INodeParameters = {};

	readonly #clock: VirtualClock;

	readonly #settings: EngineSettings;

	readonly #id: string;

	readonly #nodes: Node[];

	#nextNode = 0;

	/** In the database, of all nodes by their names. */
	#staticData = '{}';

	#name = 'Trigger';

	/** By the ID of the node. */
	readonly #cursors = new Map<string, string>();

	/** By the ID of the node. */
	readonly #processed = new Map<string, string[]>();

	#process?: Process;

	/** The main process that led before. */
	#follower?: Process;

	/** The process that activates workflows for the first time. */
	#starting?: Process;

	/** Counts activations, so that the planned polls of an earlier one end. */
	#activation = 0;

	/** By the IDs of their workspaces. */
	services!: Record<string, ModelService>;

	/** ID of the workspace of the credential. */
	workspace = 'ws_1';

	/** Called when the next planned poll begins. */
	onPoll?: () => void;

	/**
	 * @param nodes those of earlier runs, one for each process
	 * @param id unique among the instances that used the same nodes
	 */
	constructor(clock: VirtualClock, settings: EngineSettings, nodes: Node[], id: string) {
		this.#clock = clock;
		this.#settings = settings;
		this.durable = settings.durable;
		this.#nodes = nodes;
		this.#id = id;
	}

	/** Whether a person can use it: not while n8n starts and activates its workflows. */
	get isUp(): boolean {
		return this.#process !== undefined && this.#starting !== this.#process;
	}

	/** Starts a process, which activates the workflow if it is published. */
	start(): void {
		if (this.#process) return;
		if (this.#isAsleep) return this.#clock.at(this.asleepUntil, () => this.start());
		this.#process = this.#newProcess();
		this.starts += 1;
		for (const each of this.executions) if (each.isQueued) this.#run(this.#process, each);
		if (this.isPublished) this.#activateAtStart(this.#process, 'init');
	}

	/** Another main process becomes the leader, and remembers what it did when it last was. */
	takeOver(): void {
		const leader = this.#process;
		if (!leader || this.#starting === leader) return;
		const main = this.#follower ?? this.#newProcess();
		this.#follower = leader;
		this.#process = main;
		if (this.isPublished) this.#activateAtStart(main, 'leadershipChange');
	}

	/** Updates the package: n8n loads it anew, but runs no hooks. */
	update(): void {
		if (!this.#process) return;
		Object.assign(this.#process, this.#nextNodes());
		this.isUpdated = true;
	}

	kill(): void {
		this.#process?.kill();
		this.#follower?.kill();
		this.#follower = undefined;
		this.#process = undefined;
		this.#activation += 1;
		this.running = 0;
	}

	killAfter(steps: number): void {
		if (this.#process) this.#process.stepsLeft = steps;
	}

	/**
	 * Publishes the workflow, as n8n does; an update unpublishes it first.
	 *
	 * @param changes the name of the node, the ID of the workspace of its credential, and whether it is a copy
	 * @returns whether it succeeded
	 */
	async publish(
		parameters: INodeParameters,
		mode: 'activate' | 'update',
		changes: { name?: string; workspace: string; isCopied?: boolean },
	): Promise<boolean> {
		const process = this.#process;
		if (!process) return false;
		this.parameters = parameters;
		this.#name = changes.name ?? this.#name;
		this.workspace = changes.workspace;
		if (changes.isCopied) this.#copies += 1;
		this.isPublished = true;
		try {
			await this.#activate(process, mode);
			return true;
		} catch {
			this.isPublished = this.#settings.isPersistent === true;
			return false;
		}
	}

	async unpublish(): Promise<boolean> {
		const process = this.#process;
		if (!process) return false;
		this.#activation += 1;
		this.#isReceiving = false;
		const { all, own } = this.#read();
		const removals = this.#isWebhook ? (this.#settings.isPersistent ? MAX_REMOVALS : 1) : 0;
		for (let removal = 1; removal <= removals; removal++) {
			try {
				const context = this.#hookContext(process, own, 'update') as never;
				await process.main.webhookMethods.default?.delete.call(context);
				break;
			} catch {
				// n8n ignores the error in the end.
				if (removal < removals) await this.#clock.sleep(1000 * 2 ** (removal - 1));
				await this.#step(process);
			}
		}
		await this.#step(process);
		this.#staticData = JSON.stringify(all);
		this.isPublished = false;
		return true;
	}

	/** A delivery of the service. @returns the status of the response */
	async receive(url: string, body: Buffer, signature: string): Promise<number> {
		const process = this.#process;
		if (!process || !this.isReachable || this.#isAsleep) return 503;
		if (!this.isPublished || !this.#isReceiving || url.split('?')[0] !== this.url) return 404;
		const response = new ModelResponse();
		this.#clock.spawn(async () => await this.#respond(process, body, signature, response));
		const status = await Promise.race([response.status, process.death]);
		if (status !== 'dead') return status;
		response.emit('close');
		return 503;
	}

	get #version(): Version {
		return {
			id: `node ${this.#copies}`,
			webhookId: `trigger${this.#copies}`,
			name: this.#name,
			parameters: this.parameters,
			workspace: this.workspace,
		};
	}

	/** The URL of the node, without a mark. */
	get url(): string {
		return `${ORIGINS[this.moves % ORIGINS.length]}/webhook/trigger${this.#copies}/webhook`;
	}

	get #isAsleep(): boolean {
		return this.#clock.now < this.asleepUntil;
	}

	get #isWebhook(): boolean {
		return this.parameters.delivery !== 'polling';
	}

	get #isPlanned(): boolean {
		return !this.#isWebhook || this.parameters.catchUp === true;
	}

	/** Static data from the database: that of all nodes, and this one's in it. */
	#read(name = this.#name): { all: IDataObject; own: IDataObject } {
		const all = JSON.parse(this.#staticData) as Record<string, IDataObject>;
		return { all, own: (all[name] ??= {}) };
	}

	#newProcess(): Process {
		return new Process(this.#nextNodes());
	}

	#nextNodes(): Pick<Process, 'main' | 'webhooks' | 'worker'> {
		const next = () => (this.#nodes[this.#nextNode++] ??= loadNode());
		const main = next();
		if (!this.#settings.separate) return { main, webhooks: main, worker: main };
		return { main, webhooks: next(), worker: next() };
	}

	/**
	 * n8n gives up a trigger, for ever, that fails five times within 15 seconds then: with Catch Up, this one is not to fail
	 * once. Without it, a webhook that was never registered is nothing that can be mended later.
	 */
	#activateAtStart(process: Process, mode: 'init' | 'leadershipChange'): void {
		this.#starting = process;
		const mustSucceed = this.#isPlanned;
		this.#clock.spawn(async () => {
			const ready = this.#activate(process, mode).then(
				() => true,
				(error: unknown) => {
					if (mustSucceed) throw error;
					return true;
				},
			);
			const isReady = await Promise.race([
				ready,
				this.#awake(MAX_START_MS).then(() => process.isDead),
			]);
			if (this.#starting === process) this.#starting = undefined;
			if (!isReady && mustSucceed)
				throw new Error('n8n gave up the trigger, which was not ready in time');
		});
	}

	async #activate(
		process: Process,
		mode: 'init' | 'leadershipChange' | 'activate' | 'update',
	): Promise<void> {
		const activation = ++this.#activation;
		const { durable } = this;
		const { concurrent } = this.#settings;
		process.live = this.#read();
		watch(process.live.own);
		const { all, own } = this.#read();
		// It was added later, so that the data are not from before the first publishing.
		if ('record' in own) this.#planOther(process, activation, all);
		const hooks = async () => {
			if (!this.#isWebhook) return;
			for (let attempt = 1; ; attempt++) {
				try {
					await this.#register(process, mode);
					return;
				} catch (error) {
					if (attempt === MAX_ATTEMPTS || error instanceof n8nWorkflow.WebhookPathTakenError)
						throw error;
					await this.#clock.sleep(1000 * 2 ** (attempt - 1));
					await this.#step(process);
				}
			}
		};
		const isStarting = mode === 'init' || mode === 'leadershipChange';
		const isPolled = !(durable && isStarting);
		const poll = async () => {
			if (isPolled) await this.#poll(process, mode);
		};
		const { isPersistent = false } = this.#settings;
		const running: Array<Promise<void>> = [hooks()];
		if (!concurrent) await Promise.allSettled(running);
		const results = await Promise.allSettled([...running, poll()]);
		const failed = results.find(({ status }) => status === 'rejected');
		const thrown = failed && ((failed as PromiseRejectedResult).reason as Error);
		if (thrown && !isPersistent) throw thrown;
		await this.#step(process);
		this.#staticData = JSON.stringify(process.live.all);
		const isPolling = results.at(-1)?.status === 'fulfilled';
		if (this.#isPlanned && isPolling) this.#plan(process, activation);
		this.hasFailed = thrown !== undefined;
		if (thrown) throw thrown;
	}

	/** As n8n's `WebhookTriggerRegistrar`, which removes what it could not register. */
	async #register(process: Process, mode: string): Promise<void> {
		const hooks = process.main.webhookMethods.default;
		const contextOf = (activation: string) =>
			this.#hookContext(process, process.live.own, activation) as never;
		this.running += 1;
		try {
			this.#isReceiving = true;
			if (!(await hooks?.checkExists.call(contextOf(mode)))) {
				await hooks?.create.call(contextOf(mode));
			}
		} catch (error) {
			this.#isReceiving = false;
			try {
				await hooks?.delete.call(contextOf('update'));
				await this.#step(process);
				this.#staticData = JSON.stringify(process.live.all);
			} catch {
				// n8n logs it.
			}
			throw error;
		} finally {
			this.running -= 1;
		}
	}

	/** Waits for a time in which the machine does not sleep. */
	async #awake(milliseconds: number): Promise<void> {
		const { slept } = this.#clock;
		await this.#clock.sleep(milliseconds);
		if (this.#clock.slept > slept || this.#isAsleep) await this.#awake(milliseconds);
	}

	#plan(process: Process, activation: number): void {
		const poll = () => {
			if (process.isDead || activation !== this.#activation) return;
			if (this.#isAsleep) return this.#clock.at(this.asleepUntil, poll);
			this.#plan(process, activation);
			this.#clock.spawn(async () => {
				try {
					const mode = this.durable ? 'update' : 'activate';
					await this.#poll(process, mode, () => activation === this.#activation);
				} catch (error) {
					this.errors.push((error as Error).message);
				}
			});
		};
		this.#clock.after(this.#settings.interval, poll);
	}

	/** Without durable cursors, a poll that emits stores the data of all triggers as they were when its own was activated. */
	#planOther(process: Process, activation: number, all: IDataObject): void {
		const { other } = this.#settings;
		if (this.durable || other === undefined) return;
		this.#clock.after(other, () => {
			if (process.isDead || activation !== this.#activation) return;
			this.#staticData = JSON.stringify(all);
			this.#planOther(process, activation, all);
		});
	}

	/** @param isCurrent of a planned poll: whether its activation has not been replaced */
	async #poll(process: Process, mode: string, isCurrent?: () => boolean): Promise<void> {
		const { durable } = this;
		if (isCurrent) this.onPoll?.();
		await this.#step(process);
		const node = this.#version.id;
		let stored = this.#cursors.get(node) ?? JSON.stringify(this.#read().own);
		if (durable) this.#cursors.set(node, stored);
		const { all, own } = process.live;
		const data = durable ? (JSON.parse(stored) as IDataObject) : own;
		// n8n stores a cursor only if the poll changed it.
		const store = () => {
			const text = JSON.stringify(data);
			if (text !== stored) {
				this.#cursors.set(node, text);
				this.cursorFrom = Math.min(this.cursorFrom, this.#clock.now);
			}
			stored = text;
		};
		const commit = async () => {
			await this.#step(process);
			if (durable) store();
		};
		const { main } = process;
		const context = this.#pollContext(process, data, all, mode, commit);
		this.running += 1;
		const output = await main.poll.call(context as never).finally(() => (this.running -= 1));
		// With durable cursors, the first round after an update may read nothing, not even what hooks have stored.
		if (process.main === main && !(durable && Object.keys(data).length === 0))
			this.isUpdated = false;
		if (process.isDead) return;
		// n8n discards what a poll returns that it replaced meanwhile, and stores nothing.
		if (durable ? !this.isPublished : isCurrent?.() === false) return;
		if (output) {
			await this.#step(process);
			if (durable) store();
			else this.#staticData = JSON.stringify(all);
			this.#execute(process, 'trigger', output[0]);
		} else if (isCurrent) {
			await commit();
		}
	}

	#execute(process: Process, mode: string, items: INodeExecutionData[]): void {
		const id = String(this.executions.length);
		const version = this.#version;
		const execution: Execution = { id, version, mode, items, isQueued: false, hints: [] };
		this.executions.push(execution);
		this.#run(process, execution);
	}

	#run(process: Process, execution: Execution): void {
		const { mode } = execution;
		const { queued = 0, writing, isStale } = this.#settings;
		execution.isQueued = queued > 0;
		this.#clock.spawn(async () => {
			await this.#step(process);
			if (execution.isQueued) {
				await this.#clock.sleep(queued);
				await this.#step(process);
				execution.isQueued = false;
			}
			Object.assign(execution, { worker: process.worker, begunAt: this.#clock.now });
			const isEmpty = mode === 'webhook' && writing !== undefined && isStale === true;
			const { all, own } = isEmpty ? { all: {}, own: {} } : this.#read(execution.version.name);
			const before = JSON.stringify(own);
			const context = this.#executeContext(process, own, execution);
			const result = process.worker.execute.call(context as never) as Promise<
				INodeExecutionData[][]
			>;
			const [output] = await result.catch((error: unknown) => {
				this.errors.push((error as Error).message);
				return [[]];
			});
			await this.#step(process);
			execution.output = output;
			if (writing !== undefined) {
				await this.#clock.sleep(writing);
				await this.#step(process);
			}
			const isChanged = writing !== undefined || JSON.stringify(own) !== before;
			if (isChanged) this.#staticData = JSON.stringify(all);
		});
	}

	async #respond(
		process: Process,
		body: Buffer,
		signature: string,
		response: ModelResponse,
	): Promise<void> {
		await this.#step(process);
		const { all, own } = this.#read();
		const before = JSON.stringify(own);
		const context = this.#webhookContext(process, own, body, signature, response);
		const result = await process.webhooks.webhook.call(context as never).catch(() => undefined);
		if (!result) return response.writeHead(500).end();
		const { workflowData, noWebhookResponse } = result;
		await this.#step(process);
		if (workflowData) this.#execute(process, 'webhook', workflowData[0]);
		if (!noWebhookResponse) response.writeHead(200).end();
		await this.#step(process);
		if (JSON.stringify(own) !== before) this.#staticData = JSON.stringify(all);
	}

	/** Precedes each effect outside of the process; a killed process never continues after it. */
	async #step(process: Process): Promise<void> {
		while (this.#isAsleep) await this.#clock.sleep(this.asleepUntil - this.#clock.now);
		if (process.stepsLeft-- <= 0 && process === this.#process) this.kill();
		if (process.isDead) await new Promise<never>(() => {});
	}

	#context(process: Process, staticData: IDataObject, version = this.#version) {
		const { id, webhookId, name, parameters, workspace } = version;
		return {
			getWorkflow: () => ({ id: this.#id, name: 'Model', active: true }),
			getNode: () => ({
				id,
				webhookId,
				name,
				type: 'n8n-nodes-link-attribution.linkAttributionTrigger',
				typeVersion: 2,
				position: [0, 0],
				parameters,
				credentials: { linkAttributionApi: { id: `${this.#id} ${workspace}`, name: 'Model' } },
			}),
			getNodeParameter: (name: string, ...rest: unknown[]) => parameters[name] ?? rest.at(-1),
			getWorkflowStaticData: () => staticData,
			getMode: () => 'trigger',
			getCredentials: async () =>
				await Promise.resolve({
					baseUrl: 'https://api.example',
					webhookSecret: secretIn(workspace),
				}),
			getTimezone: () => 'UTC',
			getNodeWebhookUrl: () => this.url,
			getInstanceId: () => 'instance',
			helpers: {
				httpRequestWithAuthentication: async (_: string, request: IHttpRequestOptions) => {
					await this.#step(process);
					try {
						const response = this.services[workspace].request(request);
						// As n8n's request helper, rejects at once when a request is cancelled.
						await unlessAborted(response, request.abortSignal as AbortSignal | undefined);
						return await response;
					} finally {
						await this.#step(process);
					}
				},
			},
			logger: { warn: () => {} },
		};
	}

	#processedBy(id: string): string[] {
		return this.#processed.get(id) ?? [];
	}

	#hookContext(process: Process, staticData: IDataObject, mode: string) {
		return {
			...this.#activeContext(process, staticData, mode),
			getWebhookDescription: () => undefined,
		};
	}

	#activeContext(process: Process, staticData: IDataObject, mode: string) {
		return { ...this.#context(process, staticData), getActivationMode: () => mode };
	}

	#pollContext(
		process: Process,
		staticData: IDataObject,
		all: IDataObject,
		mode: string,
		commit: () => Promise<void>,
	) {
		const { budget } = this.#settings;
		return {
			...this.#activeContext(process, staticData, mode),
			// Only of the first poll when n8n starts.
			__emit: ([items]: INodeExecutionData[][]) => {
				if (process.isDead) return;
				this.#staticData = JSON.stringify(all);
				this.#execute(process, 'trigger', items);
			},
			__emitError: ({ message }: Error) => void this.errors.push(message),
			__commitCursor: commit,
			...(budget !== undefined && { getPollBudgetMs: () => budget }),
		};
	}

	#webhookContext(
		process: Process,
		data: IDataObject,
		rawBody: Buffer,
		signature: string,
		response: ModelResponse,
	) {
		return {
			...this.#context(process, data),
			getMode: () => 'webhook',
			getRequestObject: () => ({ rawBody }),
			getResponseObject: () => response,
			getHeaderData: () => ({ 'dub-signature': signature }),
		};
	}

	#executeContext(process: Process, staticData: IDataObject, execution: Execution) {
		const { version, mode } = execution;
		const context = this.#context(process, staticData, version);
		const { id } = version;
		return {
			...context,
			getMode: () => mode,
			getInputData: () => execution.items,
			getExecutionId: () => execution.id,
			continueOnFail: () => false,
			addExecutionHints: ({ message }: { message: string }) => void execution.hints.push(message),
			helpers: {
				...context.helpers,
				removeProcessed: async (entries: string[]) => {
					await this.#step(process);
					const kept = this.#processedBy(id).filter((each) => !entries.includes(each));
					this.#processed.set(id, kept);
				},
				checkProcessedAndRecord: async (entries: string[], _: string, { maxEntries = 0 }) => {
					await this.#step(process);
					const read = this.#processedBy(id);
					// Another worker may write in between.
					if (this.#settings.separate) await this.#clock.sleep(1);
					const isNew = (entry: string) => !read.includes(entry);
					const found = {
						new: entries.filter(isNew),
						processed: entries.filter((each) => !isNew(each)),
					};
					this.#processed.set(id, [...read, ...found.new].slice(-maxEntries));
					await this.#step(process);
					return found;
				},
			},
		};
	}
}

/** The response to a delivery. */
class ModelResponse extends EventEmitter {
	statusCode = 200;

	writableFinished = false;

	destroyed = false;

	readonly status: Promise<number>;

	constructor() {
		super();
		this.status = new Promise((resolve) => this.once('finish', () => resolve(this.statusCode)));
	}

	writeHead(status: number): this {
		this.statusCode = status;
		return this;
	}

	end(): void {
		this.writableFinished = true;
		this.emit('finish');
	}
}

const resolved = new Map<string, INodeParameters>();

/** Parameters with their defaults, as n8n passes them to the node. */
export function fullParameters(parameters: INodeParameters): INodeParameters {
	const key = JSON.stringify(parameters);
	const known = resolved.get(key) ?? parametersOf(parameters);
	resolved.set(key, known);
	return known;
}

/** Makes static data such as n8n watches for changes: polls share it. */
function watch(data: IDataObject): void {
	Object.defineProperty(data, '__dataChanged', { value: false, writable: true });
}
