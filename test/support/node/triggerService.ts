import { afterAll, beforeAll } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { SandboxOptions } from '../../../sandbox/app/server';
import type { WebhookRow } from '../../../sandbox/webhook/columns';
import { webhookFor } from '../sandbox/webhooks';
import { useService, type NodeService } from './nodeService';
import { ProcessedData } from './processedData';
import { TriggerNode, type StoredWorkflow } from './runTrigger';

interface Start {
	/** The workspace, by the name of its plan. */
	workspace?: string;
	key?: string;
	/** Added to the credential's data. */
	secret?: string;
	name?: string;
	workflow?: StoredWorkflow;
}

/** The sandbox, and trigger nodes that have an API key for it. */
export class TriggerService {
	/** n8n's record of executions. */
	processed!: ProcessedData;
	readonly service: NodeService;
	readonly #nodes: TriggerNode[] = [];

	constructor(service: NodeService) {
		this.service = service;
	}

	get sandbox() {
		return this.service.sandbox;
	}

	get proxy() {
		return this.service.proxy;
	}

	async start(parameters: INodeParameters, options: Start = {}): Promise<TriggerNode> {
		const { workspace, key, secret, name, workflow } = options;
		const credential = {
			...this.service.credential(workspace, key),
			...(secret !== undefined && { webhookSecret: secret }),
		};
		const secretFor = (url: string) => webhookFor(this.sandbox, url)?.secret ?? '';
		const node = await TriggerNode.start({ parameters, credential, name, workflow, secretFor });
		this.#nodes.push(node);
		return node;
	}

	async published(parameters: INodeParameters, options: Start = {}): Promise<TriggerNode> {
		const node = await this.start(parameters, options);
		await node.activate();
		return node;
	}

	/** Oldest first. */
	webhooks(): WebhookRow[] {
		return this.sandbox.db.all<WebhookRow>('SELECT * FROM webhooks ORDER BY rowid');
	}

	webhookOf({ url }: TriggerNode): WebhookRow {
		const webhook = webhookFor(this.sandbox, url);
		if (!webhook) throw new Error(`no webhook for ${url}`);
		return webhook;
	}

	/** Method and path of the node's requests. */
	sent(): string[] {
		return this.proxy.requests.map(({ method, path }) => `${method} ${path}`);
	}

	reset(): void {
		this.processed.reset();
		this.proxy.reset();
		this.sandbox.db.run('DELETE FROM webhooks');
	}

	async closeNodes(): Promise<void> {
		for (const node of this.#nodes) await node.close();
	}
}

/** One for all tests of a file; its proxy is reset before each. */
export function useTriggerService(options?: SandboxOptions): TriggerService {
	beforeAll(async () => {
		service.processed = await ProcessedData.install();
	});
	afterAll(async () => await service.closeNodes());
	const service = new TriggerService(useService(options));
	return service;
}

/** The error of a call. */
export async function failureOf(work: Promise<unknown>): Promise<TriggerFailure> {
	try {
		await work;
	} catch (error) {
		return error as TriggerFailure;
	}
	throw new Error('nothing was thrown');
}

export interface TriggerFailure extends Error {
	description: string | null;
	failure?: IDataObject;
}
