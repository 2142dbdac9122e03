import { beforeAll, expect, it } from '@jest/globals';
import { conversionLink } from '../support/sandbox/conversions';
import { createPollingWorkflow } from '../support/n8n/pollTimes';
import { eventsSince, journey, lastEvent, print, tally } from '../support/sandbox/journeys';
import type { QueueStack } from '../support/n8n/queueStack';
import { executedKeys, productionRuns } from '../support/n8n/triggerWorkflow';
import { until } from '../support/until';

export function workerKilled(started: () => QueueStack): void {
	let stack: QueueStack;

	beforeAll(() => {
		stack = started();
	});

	it('lists the interrupted execution as failed and runs all later events once', async () => {
		const { n8n, sandbox } = stack.main;
		const link = await conversionLink(sandbox);
		const id = await createPollingWorkflow(stack.main, 'Slow');
		const { nodes } = await n8n.client.getWorkflow(id);
		const slow = nodes.map((node) =>
			node.name === 'Work'
				? { ...node, type: 'n8n-nodes-base.wait', typeVersion: 1.1, parameters: { amount: 10 } }
				: node,
		);
		await n8n.client.updateWorkflow(id, { nodes: slow });
		const since = lastEvent(sandbox);
		await n8n.client.activate(id);

		const before = await stack.startedByWorkers();
		await journey(sandbox, link);
		const busy = async () =>
			(await stack.startedByWorkers()).findIndex((count, worker) => count > before[worker]);
		await until(async () => (await busy()) >= 0, 'an execution');
		const killed = await busy();
		await stack.workers[killed].kill();
		const later = lastEvent(sandbox);
		await journey(sandbox, link);

		const statuses = async () =>
			(await productionRuns(n8n.client, id)).map(({ status }) => status).reverse();
		let all: string[] = [];
		const ended = async () => {
			all = await statuses();
			return all.length > 1 && !all.some((status) => ['new', 'running'].includes(status));
		};
		await until(ended, () => `the end of all executions: ${all.join(', ')}`);
		const ends = [...new Set(await statuses())].sort();
		expect(ends).toEqual([expect.stringMatching(/^(crashed|error)$/), 'success']);
		// n8n keeps nothing of what was in the one that was cut off.
		const executed = await executedKeys(n8n.client, id);
		print(
			`A worker killed in mid-execution (${ends[0]})`,
			tally(eventsSince(sandbox, since), executed),
		);
		expect(tally(eventsSince(sandbox, later), executed)).toMatchObject({ lost: 0, twice: 0 });

		await n8n.client.deactivate(id);
	});
}
