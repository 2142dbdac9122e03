import { expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { items } from '../../tools/n8n/execution';
import { conversionLink, newClick } from '../support/sandbox/conversions';
import { eventsSince, journey, keyOf, lastEvent } from '../support/sandbox/journeys';
import type { N8nStack } from '../support/n8n/n8nStack';
import { createTriggerWorkflow, executedKeys, TRIGGER } from '../support/n8n/triggerWorkflow';
import { webhooksFor } from '../support/sandbox/webhooks';
import { until } from '../support/until';
import { settled } from '../support/sandbox/webhooks';

/** Both deliveries of the trigger, published and tried out. */
export function triggerChecks(stack: () => N8nStack): void {
	const create = async (name: string, parameters: IDataObject) =>
		await createTriggerWorkflow(
			stack(),
			name,
			parameters,
			await stack().apiKeyCredential('business'),
		);

	const registered = (url: string) => webhooksFor(stack().sandbox, url).length;

	it('runs once for each pushed event and removes its webhook when unpublished', async () => {
		const { sandbox, n8n } = stack();
		const link = await conversionLink(sandbox);
		const { id, productionUrl } = await create('Pushed', { delivery: 'webhook' });
		await n8n.client.activate(id);
		expect(registered(productionUrl)).toBe(1);

		const since = lastEvent(sandbox);
		for (let n = 0; n < 3; n++) await journey(sandbox, link);
		await until(async () => (await executedKeys(n8n.client, id)).length >= 9, 'the events');
		await settled(sandbox);
		expect((await executedKeys(n8n.client, id)).sort()).toEqual(eventsSince(sandbox, since).sort());

		const forged = await fetch(productionUrl, { method: 'POST', body: '{}' });
		expect(forged.status).toBe(401);
		expect(await executedKeys(n8n.client, id)).toHaveLength(9);

		await n8n.client.deactivate(id);
		expect(registered(productionUrl)).toBe(0);
	});

	it('shows a test event in the editor', async () => {
		const { sandbox, n8n } = stack();
		const link = await conversionLink(sandbox);
		const { id, testUrl } = await create('Tried Out', { delivery: 'webhook' });
		await n8n.client.listen(id, TRIGGER);
		expect(registered(testUrl)).toBe(1);
		const since = lastEvent(sandbox);
		await newClick(sandbox, link);
		await until(
			async () => (await n8n.client.listExecutions(id)).length > 0,
			'the execution of the test event',
		);
		const [{ id: executionId }] = await n8n.client.listExecutions(id);
		const execution = await n8n.client.waitForExecution(executionId);
		expect(execution.status).toBe('success');
		expect(items(execution, 'Work').map(keyOf)).toEqual(eventsSince(sandbox, since));
		await until(() => registered(testUrl) === 0, 'the end of the test webhook');
	});

	it('explains why it cannot be published', async () => {
		const { client } = stack().n8n;
		const credential = await stack().apiKeyCredential('business', { apiKey: 'dub_wrong' });
		const { id } = await createTriggerWorkflow(
			stack(),
			'Refused',
			{ delivery: 'webhook' },
			credential,
		);
		await expect(client.activate(id)).rejects.toThrow(/API key/);
	});

	it('runs once for each polled event and fetches one event when run manually', async () => {
		const { sandbox, n8n } = stack();
		const link = await conversionLink(sandbox);
		const pollTimes = { item: [{ mode: 'everyMinute' }] };
		const { id } = await create('Polled', { delivery: 'polling', pollTimes });
		await n8n.client.activate(id);
		const since = lastEvent(sandbox);
		for (let n = 0; n < 3; n++) await journey(sandbox, link);
		expect(await executedKeys(n8n.client, id)).toEqual([]);

		const byHand = await n8n.client.runAndWait(id, { trigger: TRIGGER });
		expect(byHand.status).toBe('success');
		expect(eventsSince(sandbox, since)).toContain(keyOf(items(byHand, TRIGGER)[0]));

		// n8n polls when a workflow is published.
		for (let n = 0; n < 2; n++) {
			await n8n.client.deactivate(id);
			await n8n.client.activate(id);
			await until(async () => (await executedKeys(n8n.client, id)).length >= 9, 'the poll');
		}
		expect((await executedKeys(n8n.client, id)).sort()).toEqual(eventsSince(sandbox, since).sort());
		await n8n.client.deactivate(id);
	});
}
