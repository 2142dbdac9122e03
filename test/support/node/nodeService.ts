import { afterAll, afterEach, beforeAll, beforeEach, expect } from '@jest/globals';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { sampleKey } from '../../../sandbox/data/lookup';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/app/server';
import { RecordingProxy, type RecordedRequest } from '../sandbox/recordingProxy';
import { runNode, type RunOptions } from './runNode';

interface Call extends Partial<RunOptions> {
	/** The workspace, by the name of its plan. */
	workspace?: string;
	key?: string;
}

/** Common fields of n8n's error types. */
export interface ThrownByNode extends Error {
	description: string | null;
	context: IDataObject;
	httpCode?: string | null;
}

/** The sandbox behind a recording proxy, and the node with an API key for it. */
export class NodeService {
	sandbox!: Sandbox;
	proxy!: RecordingProxy;

	async start(options: SandboxOptions = {}): Promise<void> {
		this.sandbox = await startSandbox({ sampleData: { seed: 1, events: 0 }, ...options });
		this.proxy = await new RecordingProxy(this.sandbox.url).start();
	}

	credential(workspace = 'business', key = 'owner') {
		return { apiKey: sampleKey(this.sandbox.db, workspace, key), baseUrl: this.proxy.url };
	}

	/** Runs the node with all parameters given, e.g. `{ resource: 'folder', operation: 'getAll' }`. */
	async run(parameters: INodeParameters, call: Call = {}): Promise<INodeExecutionData[]> {
		const credential = this.credential(call.workspace, call.key);
		return await runNode({ credential, ...call, parameters });
	}

	/** Only the data of the output items. */
	async output<T = IDataObject>(parameters: INodeParameters, call: Call = {}): Promise<T[]> {
		return (await this.run(parameters, call)).map(({ json }) => json as T);
	}

	/** The error of the node. */
	async failure(parameters: INodeParameters, call: Call = {}): Promise<ThrownByNode> {
		try {
			await this.run(parameters, call);
		} catch (error) {
			return error as ThrownByNode;
		}
		throw new Error('the node did not fail');
	}

	/** The message of the error of a node that has sent nothing. */
	async refusal(parameters: INodeParameters, call: Call = {}): Promise<string> {
		const { message } = await this.failure(parameters, call);
		expect(this.proxy.requests).toEqual([]);
		return message;
	}

	/** How often the service has carried out a request about each text, which ends a value. */
	carriedOut(texts: string[]): number[] {
		const isDone = ({ status = 500, body }: RecordedRequest, text: string) =>
			status < 400 && JSON.stringify(body ?? null).includes(`${text}"`);
		return texts.map((text) => this.proxy.requests.filter((each) => isDone(each, text)).length);
	}

	/** Removes the rate limit of the sandbox. */
	withoutLimits(): void {
		this.sandbox.limits = 'off';
	}

	async close(): Promise<void> {
		await this.proxy.close();
		await this.sandbox.close();
	}
}

export async function startService(options?: SandboxOptions): Promise<NodeService> {
	const service = new NodeService();
	await service.start(options);
	return service;
}

/** One for all tests of a file; its proxy is reset before each. */
export function useService(options?: SandboxOptions): NodeService {
	const service = new NodeService();
	beforeAll(async () => await service.start(options));
	beforeEach(() => service.proxy.reset());
	afterAll(async () => await service.close());
	return service;
}

/** A new one for each test. */
export function useServiceForEach(options?: SandboxOptions): NodeService {
	const service = new NodeService();
	beforeEach(async () => await service.start(options));
	afterEach(async () => await service.close());
	return service;
}
