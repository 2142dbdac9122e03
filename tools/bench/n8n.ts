import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { Agent, request } from 'undici';
import type { CredentialReference, Owner, WorkflowNode } from '../n8n/client.ts';
import { startN8n, type N8nInstance } from '../n8n/instance.ts';
import { randomPassword } from '../n8n/owner.ts';
import type { ExecutionReport } from './n8nHooks.ts';

const OWNER: Owner = {
	email: 'benchmark@link-attribution.example',
	firstName: 'Ben',
	lastName: 'Chmark',
	password: randomPassword(),
};

/** Stores no executions, to measure the node and not n8n's database. */
const SAVE_NOTHING = {
	executionOrder: 'v1',
	saveDataErrorExecution: 'none',
	saveDataSuccessExecution: 'none',
	saveManualExecutions: false,
	saveExecutionProgress: false,
};

/** The name of the measured node. */
export const CONTESTANT = 'Contestant';

/** By credential type. */
export type Credentials = Record<string, CredentialReference>;

export interface MeasuredNode {
	type: string;
	typeVersion: number;
	parameters: IDataObject;
	credentials: Credentials;
}

/** A real n8n with the package, which reports the time of each node. */
export class BenchmarkN8n {
	readonly instance: N8nInstance;
	readonly #reportFile: string;
	readonly #agent = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
	#workflows = 0;

	private constructor(instance: N8nInstance, reportFile: string) {
		this.instance = instance;
		this.#reportFile = reportFile;
	}

	static async start(
		folder: string,
		tarball: string,
		certificates: string[],
	): Promise<BenchmarkN8n> {
		const userFolder = join(folder, 'n8n');
		const reportFile = join(folder, 'executions.jsonl');
		const certificateFile = join(folder, 'certificates.pem');
		await writeFile(reportFile, '');
		await writeFile(certificateFile, certificates.join('\n'));
		const instance = await startN8n({
			userFolder,
			packages: [tarball],
			env: {
				EXTERNAL_HOOK_FILES: join(import.meta.dirname, 'n8nHooks.ts'),
				BENCH_REPORT: reportFile,
				N8N_CUSTOM_EXTENSIONS: await writeMinimalTrigger(folder),
				...(certificates.length > 0 && { NODE_EXTRA_CA_CERTS: certificateFile }),
			},
		});
		await instance.client.signIn(OWNER);
		return new BenchmarkN8n(instance, reportFile);
	}

	async stop(): Promise<void> {
		await this.#agent.close();
		await this.instance.stop();
	}

	/** Publishes a workflow in which a webhook starts the node, with one item or with the `items` of the body. */
	async publish(node: MeasuredNode, hasItems: boolean): Promise<PublishedWorkflow> {
		const { client, url } = this.instance;
		const name = `benchmark-${++this.#workflows}`;
		const webhook: WorkflowNode = {
			...place('Webhook', 'n8n-nodes-base.webhook', 2.1),
			parameters: { httpMethod: 'POST', path: name, responseMode: 'lastNode' },
			webhookId: name,
		};
		const splitOut: WorkflowNode = {
			...place('Items', 'n8n-nodes-base.splitOut', 1),
			parameters: { fieldToSplitOut: 'body.items' },
		};
		const measured: WorkflowNode = { ...place(CONTESTANT, '', 1), ...node };
		const nodes = hasItems ? [webhook, splitOut, measured] : [webhook, measured];
		const connections = Object.fromEntries(
			nodes
				.slice(1)
				.map(({ name: next }, i) => [
					nodes[i].name,
					{ main: [[{ node: next, type: 'main' as const, index: 0 }]] },
				]),
		);
		const { id } = await client.createWorkflow({
			name,
			nodes,
			connections,
			settings: SAVE_NOTHING,
		});
		await client.activate(id);
		return {
			id,
			run: async (items) => await this.#run(id, `${url}/webhook/${name}`, items),
			remove: async () => await client.deleteWorkflow(id),
		};
	}

	async #run(id: string, url: string, items: unknown[]): Promise<ExecutionReport> {
		const known = (await this.reports(id)).length;
		const { body } = await request(url, {
			method: 'POST',
			dispatcher: this.#agent,
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ items }),
		});
		await body.dump();
		const [report] = await this.waitForReports(id, known + 1);
		return report;
	}

	async reports(workflowId: string): Promise<ExecutionReport[]> {
		if (!existsSync(this.#reportFile)) return [];
		return (await readFile(this.#reportFile, 'utf8'))
			.split('\n')
			.filter((line) => line.includes(`"workflowId":"${workflowId}"`))
			.map((line) => JSON.parse(line) as ExecutionReport);
	}

	/** Waits until this many executions of the workflow have ended. @returns them, newest first */
	async waitForReports(workflowId: string, count: number): Promise<ExecutionReport[]> {
		const end = Date.now() + 120_000;
		for (;;) {
			const reports = await this.reports(workflowId);
			if (reports.length >= count) return reports.reverse();
			if (Date.now() > end) {
				throw new Error(`n8n finished ${reports.length} of ${count} executions.`);
			}
			await delay(50);
		}
	}
}

/** n8n loads nodes only from JavaScript whose file is named after the class. @returns the folder */
async function writeMinimalTrigger(folder: string): Promise<string> {
	const source = join(import.meta.dirname, 'contestants', 'minimalTrigger.ts');
	const custom = join(folder, 'custom');
	await mkdir(custom);
	await writeFile(join(custom, 'package.json'), '{"type":"module"}');
	const script = stripTypeScriptTypes(await readFile(source, 'utf8'));
	await writeFile(join(custom, 'MinimalTrigger.node.js'), script);
	return custom;
}

export interface PublishedWorkflow {
	id: string;
	/** Waits for the end of the execution, successful or not. */
	run(items: unknown[]): Promise<ExecutionReport>;
	remove(): Promise<void>;
}

function place(name: string, type: string, typeVersion: number): WorkflowNode {
	return { name, type, typeVersion, position: [0, 0], parameters: {} };
}
