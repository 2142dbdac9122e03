import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { items, nodeError } from '../../tools/n8n/execution';
import { startN8n, type N8nInstance } from '../../tools/n8n/instance';
import { N8nError } from '../../tools/n8n/session';

const owner = {
	email: 'owner@example.com',
	firstName: 'Olga',
	lastName: 'Owner',
	password: 'Correct-horse-1',
};

const workflow = {
	name: 'Greeting',
	nodes: [
		{
			name: 'Start',
			type: 'n8n-nodes-base.manualTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		},
		{
			name: 'Greet',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			position: [200, 0],
			parameters: {
				mode: 'raw',
				jsonOutput: '={{ { "greeting": ["hello", 42, null], "secret": $env.FROM_THE_CALLER } }}',
			},
		},
	],
	connections: { Start: { main: [[{ node: 'Greet', type: 'main' as const, index: 0 }]] } },
};

function isRunning(pid: number) {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}

describe('the real n8n', () => {
	const userFolder = mkdtempSync(join(tmpdir(), 'n8n-test-'));
	let n8n: N8nInstance;

	beforeAll(async () => {
		process.env.FROM_THE_CALLER = 'not for n8n';
		process.env.N8N_PORT = '1';
		try {
			n8n = await startN8n({ userFolder, env: { N8N_BLOCK_ENV_ACCESS_IN_NODE: 'false' } });
		} finally {
			delete process.env.FROM_THE_CALLER;
			delete process.env.N8N_PORT;
		}
	});

	afterAll(async () => {
		await n8n?.stop();
		rmSync(userFolder, { recursive: true, force: true });
	});

	it('lets the owner sign in for the first time and again', async () => {
		await expect(n8n.client.listWorkflows()).rejects.toMatchObject({ status: 401 });
		await n8n.client.signIn(owner);
		await n8n.client.signIn(owner);
		await expect(n8n.client.signIn({ ...owner, password: 'Wrong-horse-1' })).rejects.toThrow(
			N8nError,
		);
		await expect(n8n.client.listWorkflows()).resolves.toEqual([]);
	});

	it('runs an imported workflow without the environment of the caller', async () => {
		const { id } = await n8n.client.importWorkflow(workflow);
		const execution = await n8n.client.runAndWait(id, { trigger: 'Start' });
		expect(nodeError(execution)).toBeUndefined();
		expect(execution).toMatchObject({ status: 'success', workflowId: id });
		expect(items(execution, 'Greet')).toEqual([{ greeting: ['hello', 42, null] }]);
		expect(await n8n.client.listExecutions(id)).toMatchObject([{ status: 'success' }]);
	});

	it('updates a workflow that is imported again and reports its error', async () => {
		const [start, greet] = workflow.nodes;
		const broken = { ...greet, parameters: { mode: 'raw', jsonOutput: '={{ "not JSON" }}' } };
		const { id } = await n8n.client.importWorkflow({ ...workflow, nodes: [start, broken] });
		expect(await n8n.client.listWorkflows()).toMatchObject([{ id, name: 'Greeting' }]);
		const execution = await n8n.client.runAndWait(id, { trigger: 'Start' });
		expect(execution.status).toBe('error');
		expect(nodeError(execution)?.message).toContain('JSON');
		expect(nodeError(execution, 'Greet')?.message).toContain('JSON');
		expect(items(execution, 'Greet')).toEqual([]);
	});

	it('activates and deactivates a workflow', async () => {
		const schedule = {
			name: 'Every day',
			type: 'n8n-nodes-base.scheduleTrigger',
			typeVersion: 1.2,
			position: [0, 0],
			parameters: { rule: { interval: [{}] } },
		};
		const { id } = await n8n.client.createWorkflow({ name: 'Daily', nodes: [schedule] });
		await n8n.client.activate(id);
		expect((await n8n.client.getWorkflow(id)).active).toBe(true);
		await n8n.client.deactivate(id);
		expect((await n8n.client.getWorkflow(id)).active).toBe(false);
	});

	it('fails to start if the port is in use', async () => {
		const port = Number(new URL(n8n.url).port);
		await expect(startN8n({ userFolder, port })).rejects.toThrow(`Port ${port} is in use`);
	});

	it('shows its log if it cannot start', async () => {
		const otherFolder = join(userFolder, 'other');
		const env = { N8N_ENCRYPTION_KEY_FILE: join(userFolder, 'missing') };
		await expect(startN8n({ userFolder: otherFolder, env })).rejects.toThrow(
			/n8n exited while starting.*n8n\.log.*missing/s,
		);
	});

	it('exits after stop()', async () => {
		expect(await readFile(n8n.logFile, 'utf8')).toContain(n8n.url);
		expect(isRunning(n8n.pid)).toBe(true);
		await n8n.stop();
		await n8n.exited;
		expect(isRunning(n8n.pid)).toBe(false);
		expect(await n8n.client.isUp()).toBe(false);
		expect(existsSync(join(userFolder, '.n8n', 'database.sqlite'))).toBe(true);
	});
});
