import { expect } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CredentialReference, Workflow, WorkflowDefinition } from '../../../tools/n8n/client';
import { items, nodeError, type Execution } from '../../../tools/n8n/execution';
import { dataTableRows, fillDataTable } from './dataTables';
import { HARDLY_EVER } from './pollTimes';
import type { N8nStack } from './n8nStack';
import { row, workspaceId } from '../sandbox/rows';
import { until } from '../until';

/** The plan that allows all that the workflows do. */
export const WORKSPACE = 'business';

/** Whom the workflows write to. */
export const TEAM = 'team@example.com';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'workflows');

export interface Mail {
	id: number;
	sender: string;
	recipient: string;
	subject: string;
	body: string;
	html: string | null;
}

/** The files of a folder of workflows, without extension, in order. */
export async function workflowFiles(folder = FOLDER): Promise<string[]> {
	const names = await readdir(folder);
	return names.map((name) => name.replace(/\.json$/, '')).sort();
}

export async function readWorkflow(file: string, folder = FOLDER): Promise<WorkflowDefinition> {
	return JSON.parse(await readFile(join(folder, `${file}.json`), 'utf8')) as WorkflowDefinition;
}

/** Imports workflow files into a real n8n, as a person does, runs them, and looks at what they did. */
export class WorkflowRunner {
	/** Those that were run, by file. */
	readonly ran = new Set<string>();
	readonly folder: string;
	stack!: N8nStack;
	#credentials!: Record<string, CredentialReference>;
	#seenMail = 0;

	constructor(folder = FOLDER) {
		this.folder = folder;
	}

	/** Makes the credentials; before anything else. */
	async connect(stack: N8nStack): Promise<void> {
		this.stack = stack;
		const oauth = await stack.oauthCredential(stack.app(WORKSPACE, true));
		await stack.connect(oauth);
		const { client } = stack.n8n;
		this.#credentials = {
			linkAttributionApi: await stack.apiKeyCredential(WORKSPACE),
			linkAttributionOAuth2Api: oauth,
			smtp: await client.createCredential('Outbox', 'smtp', {
				...{ host: '127.0.0.1', port: stack.sandbox.smtpPort, secure: false },
				disableStartTls: true,
			}),
		};
	}

	async import(
		file: string,
		credentials: Record<string, CredentialReference> = {},
	): Promise<Workflow> {
		this.ran.add(file);
		const workflow = await readWorkflow(file, this.folder);
		const available = { ...this.#credentials, ...credentials };
		for (const node of workflow.nodes) {
			// As the editor does on import; other test files import the same workflow into this n8n.
			if (node.webhookId !== undefined) node.webhookId = randomUUID();
			// Polls come with publishing only: one of every minute can come between two events of a test.
			if (node.parameters.pollTimes !== undefined) node.parameters.pollTimes = HARDLY_EVER;
			// As a person does after the first run, which changes nothing.
			if (Object.keys(node.credentials ?? {}).every((type) => type in available)) {
				delete node.disabled;
			}
		}
		return await this.stack.n8n.client.importWorkflow(workflow, available);
	}

	/** Fails when the execution does. */
	async run(file: string, trigger: string): Promise<Execution> {
		const { id } = await this.import(file);
		return succeeded(await this.stack.n8n.client.runAndWait(id, { trigger }));
	}

	/** Starts a workflow that comes to wait for somebody, who gets an e-mail. */
	async runUntilMail(file: string, trigger: string): Promise<{ execution: string; mail: Mail }> {
		const { client } = this.stack.n8n;
		const { id } = await this.import(file);
		const execution = await client.run(id, { trigger });
		const paused = await client.waitForPause(execution);
		if (paused.status !== 'waiting') succeeded(paused);
		return { execution, mail: await this.mail(TEAM) };
	}

	/** The output of a node in the successful executions that n8n started. Waits until there are exactly `count`. */
	async outputs(id: string, node: string, count: number): Promise<IDataObject[]> {
		const { client } = this.stack.n8n;
		const ended = async () =>
			(await client.listExecutions(id)).filter(({ status }) => status === 'success');
		await until(async () => (await ended()).length === count, `${count} executions`);
		const executions = await Promise.all(
			(await ended()).map(async (summary) => await client.getExecution(summary.id)),
		);
		return executions.flatMap((execution) => items(execution, node));
	}

	/** What was sent until now is of no interest any more. */
	forgetMail(): void {
		this.#seenMail = this.row<{ id: number }>('SELECT coalesce(max(id), 0) AS id FROM outbox').id;
	}

	/** The mail that somebody received since the last call, at most one. Waits until there is one. */
	async mail(recipient: string): Promise<Mail> {
		const find = () => this.mailsSince(recipient);
		await until(() => find().length > 0, `e-mail to ${recipient}`);
		const mails = find();
		expect(mails).toHaveLength(1);
		this.#seenMail = mails[0].id;
		return mails[0];
	}

	mailsSince(recipient: string): Mail[] {
		return this.stack.sandbox.db.all<Mail>(
			'SELECT * FROM outbox WHERE recipient = ? AND id > ? ORDER BY id',
			recipient,
			this.#seenMail,
		);
	}

	/** The rows of a Data Table, in order. */
	async rows(table: string): Promise<IDataObject[]> {
		return await dataTableRows(this.stack.n8n.client, table);
	}

	async fill(table: string, rows: IDataObject[]): Promise<void> {
		await fillDataTable(this.stack.n8n.client, table, rows);
	}

	/** The one row of the sandbox that a test is about. */
	row<T>(sql: string, ...params: Array<string | number>): T {
		return row<T>(this.stack.sandbox, sql, ...params);
	}

	get workspaceId(): string {
		return workspaceId(this.stack.sandbox, WORKSPACE);
	}
}

export function succeeded(execution: Execution): Execution {
	expect(nodeError(execution)).toBeUndefined();
	expect(execution.status).toBe('success');
	return execution;
}
