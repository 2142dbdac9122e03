import { beforeAll, expect, it } from '@jest/globals';
import { items } from '../../tools/n8n/execution';
import { NODE, type RunSettings } from '../support/n8n/n8nStack';
import type { QueueStack } from '../support/n8n/queueStack';

/** As many as two workers run at the same time. */
const EXECUTIONS = 10;

export function oauth(started: () => QueueStack): void {
	let stack: QueueStack;

	beforeAll(() => {
		stack = started();
	});

	it('refreshes an expired token only once for parallel executions on both workers', async () => {
		const { main } = stack;
		const { client } = main.n8n;
		const credential = await main.oauthCredential(main.app('business', true));
		await main.connect(credential);
		const parameters = { resource: 'folder', operation: 'getAll', limit: 1 };
		const run: RunSettings = { credential, authentication: 'oAuth2', input: [{}, {}, {}] };
		const workflows = [];
		for (let n = 0; n < EXECUTIONS; n++) {
			workflows.push(await main.createWorkflow(parameters, run));
		}
		const before = await stack.startedByWorkers();
		main.proxy.reset();
		main.sandbox.db.run('UPDATE oauth_tokens SET access_expires_at = 1');
		// The new tokens come late, so that others meet the expired one meanwhile.
		main.sandbox.faults.set([
			{ kind: 'slow', path: '/oauth/token', stall: 5000, after: 'carriedOut' },
		]);

		const executions = await Promise.all(
			workflows.map(async ({ id }) => await client.runAndWait(id, { trigger: 'Start' })),
		);
		main.sandbox.faults.set([]);
		for (const execution of executions) {
			expect(execution.status).toBe('success');
			expect(items(execution, NODE)).toHaveLength(3);
		}
		const after = await stack.startedByWorkers();
		expect(Math.min(...after.map((count, worker) => count - before[worker]))).toBeGreaterThan(0);
		const responses = main.proxy.requests.map(({ path, status }) => `${path} ${status}`);
		const refused = responses.filter((response) => response === '/folders 401').length;
		process.stdout.write(
			`${EXECUTIONS} executions on two workers: ${refused} met an expired token, 1 refresh\n`,
		);
		expect(refused).toBeGreaterThan(1);
		const refreshes = responses.filter((response) => response.startsWith('/oauth/token'));
		expect(refreshes).toEqual(['/oauth/token 200']);
	});
}
