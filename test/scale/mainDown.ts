import { beforeAll, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { conversionLink, type ConversionLink } from '../support/sandbox/conversions';
import { createPollingWorkflow } from '../support/n8n/pollTimes';
import { eventsSince, journey, lastEvent, print, tally } from '../support/sandbox/journeys';
import { newPushes, PushedWorkflow } from '../support/n8n/pushedWorkflow';
import type { QueueStack } from '../support/n8n/queueStack';
import { executedKeys } from '../support/n8n/triggerWorkflow';
import { until } from '../support/until';

export function mainDown(started: () => QueueStack): void {
	let stack: QueueStack;
	let link: ConversionLink;
	let pushed: PushedWorkflow;
	let polling: string;
	let since: number;

	beforeAll(async () => {
		stack = started();
		link = await conversionLink(stack.main.sandbox);
		pushed = await PushedWorkflow.publish(stack, 'Goes on');
		polling = await createPollingWorkflow(stack.main, 'Polled');
		since = lastEvent(stack.main.sandbox);
		await stack.main.n8n.client.activate(polling);
	});

	const polls = () => stack.main.proxy.requests.filter(({ path }) => path === '/events').length;

	async function outcome() {
		const happened = eventsSince(stack.main.sandbox, since);
		const executed = async () => await executedKeys(stack.main.n8n.client, polling);
		const all = async () => (await executed()).length >= happened.length;
		await until(all, `${happened.length} events`);
		return tally(happened, await executed());
	}

	it('runs pushed events, pauses polling, and neither loses nor repeats events after the restart', async () => {
		await journey(stack.main.sandbox, link);
		expect(await outcome()).toMatchObject({ lost: 0, twice: 0 });

		await journey(stack.main.sandbox, link);
		await stack.main.n8n.kill();
		const killedAt = Date.now();
		await stack.main.proxy.quiet();
		const before = polls();
		await journey(stack.main.sandbox, link);
		const sent = newPushes(30);
		expect(await pushed.pushAll(sent, 10)).toEqual(new Set([200]));
		await stack.idle();
		// That nothing polls shows only in time: there is a poll every five seconds.
		await sleep(killedAt + 6_000 - Date.now());
		expect(polls()).toBe(before);

		await stack.main.startN8nAgain();
		await journey(stack.main.sandbox, link);
		const counted = await outcome();
		print('Polling every 5 s, the main process killed in between', counted);
		expect(counted).toEqual({ happened: 12, executed: 12, lost: 0, twice: 0 });
		expect((await pushed.ran()).sort()).toEqual(sent.map(({ id }) => id).sort());

		// Two more polls, so that what comes twice would show.
		const asked = polls();
		await until(() => polls() >= asked + 6, 'two more polls');
		expect(await outcome()).toEqual(counted);
		await stack.main.n8n.client.deactivate(polling);
	});
}
