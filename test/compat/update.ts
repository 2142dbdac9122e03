import { expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { SETTLED } from '../e2e/trigger/catchesUp';
import type { N8nStack } from '../support/n8n/n8nStack';
import { OFTEN } from '../support/n8n/pollTimes';
import { createTriggerWorkflow, executedKeys } from '../support/n8n/triggerWorkflow';
import { conversionLink } from '../support/sandbox/conversions';
import { eventsSince, journey, lastEvent } from '../support/sandbox/journeys';
import { webhooksFor } from '../support/sandbox/webhooks';
import { until } from '../support/until';

/** An update of n8n to the pinned version; afterwards, the older one cannot start again. */
export function updateChecks(stack: () => N8nStack): void {
	it('goes on after an update of n8n', async () => {
		const { sandbox, n8n } = stack();
		const link = await conversionLink(sandbox);
		const credential = await stack().apiKeyCredential('business');
		const published = await Promise.all(
			['webhook', 'polling'].map(async (delivery) => {
				const parameters = { delivery, catchUp: true, pollTimes: OFTEN };
				const name = `Updated ${delivery}`;
				const workflow = await createTriggerWorkflow(stack(), name, parameters, credential);
				await n8n.client.activate(workflow.id);
				return workflow;
			}),
		);
		const since = lastEvent(sandbox);
		const complete = async () => {
			const happened = eventsSince(sandbox, since);
			for (const { id, productionUrl } of published) {
				const executed = async () => await executedKeys(stack().n8n.client, id);
				let found: string[] = [];
				const isComplete = async () => (found = await executed()).length >= happened.length;
				const missing = () => happened.filter((key) => !found.includes(key)).join(', ');
				await until(isComplete, () => `${missing()} at ${productionUrl}`);
				await sleep(5000);
				expect((await executed()).sort()).toEqual([...happened].sort());
			}
		};
		for (let n = 0; n < 2; n++) await journey(sandbox, link);
		await complete();

		await n8n.stop();
		await journey(sandbox, link);
		const starting = { hasEnded: false };
		const started = stack()
			.startPinnedN8n()
			.finally(() => (starting.hasEnded = true));
		// Until it has migrated its database, it responds with 200 to each delivery.
		for (let n = 0; n < 3 && !starting.hasEnded; await sleep(50)) {
			const text = await fetch(published[0].productionUrl)
				.then(async (response) => await response.text())
				.catch(() => '');
			if (!text.startsWith('n8n is starting up')) continue;
			await journey(sandbox, link);
			n++;
		}
		await started;
		await journey(sandbox, link);
		sandbox.clock.advance(SETTLED);
		await complete();

		for (const { id } of published) await stack().n8n.client.deactivate(id);
		expect(published.flatMap(({ productionUrl }) => webhooksFor(sandbox, productionUrl))).toEqual(
			[],
		);
	});
}
