import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { N8nStack } from '../support/n8n/n8nStack';
import { until } from '../support/until';

/** Milliseconds in which the node would send several requests more. */
const A_WHILE = 1_500;

let stack: N8nStack;

beforeAll(async () => {
	// More pages than the limit of the plan lets through within seconds.
	stack = await N8nStack.start({ sampleData: { seed: 1, events: 60_000 } });
});

afterAll(async () => await stack?.stop());

describe('a stopped execution', () => {
	it('sends no further requests', async () => {
		const { client } = stack.n8n;
		const { id } = await stack.createWorkflow(
			{ resource: 'event', operation: 'getAll', event: 'clicks', interval: 'all', returnAll: true },
			{ credential: await stack.apiKeyCredential('business') },
		);
		const executionId = await client.run(id, { trigger: 'Start' });
		await until(() => stack.proxy.requests.length >= 4, 'four requests');
		await client.stop(executionId);
		expect((await client.waitForExecution(executionId)).status).toBe('canceled');
		// Those that had been sent can arrive after n8n has said so.
		await stack.proxy.quiet();
		const sent = stack.proxy.requests.length;
		await delay(A_WHILE);
		expect(stack.proxy.requests).toHaveLength(sent);
	});
});
