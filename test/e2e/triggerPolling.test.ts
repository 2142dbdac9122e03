import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { CredentialReference } from '../../tools/n8n/client';
import { items } from '../../tools/n8n/execution';
import { conversionLink, type ConversionLink } from '../support/sandbox/conversions';
import { eventsSince, journey, keyOf, lastEvent, print, tally } from '../support/sandbox/journeys';
import { HARDLY_EVER, OFTEN } from '../support/n8n/pollTimes';
import { N8nStack } from '../support/n8n/n8nStack';
import {
	createTriggerWorkflow,
	executedKeys,
	productionRuns,
	TRIGGER,
} from '../support/n8n/triggerWorkflow';
import { until } from '../support/until';

let stack: N8nStack;
let credential: CredentialReference;
let link: ConversionLink;

beforeAll(async () => {
	stack = await N8nStack.start({}, { own: true });
	credential = await stack.apiKeyCredential('business');
	link = await conversionLink(stack.sandbox);
});

afterAll(async () => await stack?.stop());

let workflow: { id: string };
let workflows = 0;
let since: number;

const EVERY_MINUTE = { item: [{ mode: 'everyMinute' }] };

// n8n polls when a workflow is published, and then at its poll times.
async function publish(pollTimes: IDataObject = EVERY_MINUTE): Promise<void> {
	const parameters = { delivery: 'polling', pollTimes };
	workflow = await createTriggerWorkflow(stack, `Polling ${++workflows}`, parameters, credential);
	since = lastEvent(stack.sandbox);
	await stack.n8n.client.activate(workflow.id);
}

afterEach(async () => await stack.n8n.client.deactivate(workflow.id));

const executed = async () => await executedKeys(stack.n8n.client, workflow.id);

/** Publishes the workflow again, so that n8n polls immediately. */
async function poll(): Promise<void> {
	await stack.n8n.client.deactivate(workflow.id);
	await stack.n8n.client.activate(workflow.id);
}

/** Waits for as many events as happened, and counts. */
async function outcome(seconds = 10) {
	const happened = eventsSince(stack.sandbox, since);
	let keys: string[] = [];
	const enough = async () => (keys = await executed()).length >= happened.length;
	const missing = () => {
		const polls = stack.proxy.requests.slice(-10).map(({ path, status }) => `${path} ${status}`);
		const log = readFileSync(stack.n8n.logFile, 'utf8').split('\n').slice(-20).join('\n');
		return `${happened.length} events, not ${keys.length}. Last requests: ${polls.join(', ')}. ${log}`;
	};
	await until(enough, missing, seconds);
	return tally(happened, keys);
}

it('emits each of 36 events once over several polls, but no earlier ones', async () => {
	await publish(HARDLY_EVER);
	expect(await executed()).toEqual([]);
	for (let round = 0; round < 3; round++) {
		await Promise.all(Array.from({ length: 4 }, () => journey(stack.sandbox, link)));
		await poll();
		await outcome();
	}
	await poll();
	const counted = await outcome();
	print('Polling, 12 journeys', counted);
	expect(counted).toEqual({ happened: 36, executed: 36, lost: 0, twice: 0 });
	const runs = await productionRuns(stack.n8n.client, workflow.id);
	expect(runs.map(({ status }) => status)).toEqual(['success', 'success', 'success']);
});

it('returns the newest event on a manual run without affecting the polls', async () => {
	await publish();
	await journey(stack.sandbox, link);
	const execution = await stack.n8n.client.runAndWait(workflow.id, { trigger: TRIGGER });
	expect(execution.status).toBe('success');
	// The service tells the time of events in whole seconds, so it may be any of the journey.
	const [newest, ...others] = items(execution, TRIGGER).map(keyOf);
	expect(others).toEqual([]);
	expect(eventsSince(stack.sandbox, since)).toContain(newest);
	await poll();
	expect(await outcome()).toEqual({ happened: 3, executed: 3, lost: 0, twice: 0 });
});

it('emits late events once', async () => {
	await publish();
	stack.sandbox.quirks.eventDelay = 4000;
	await journey(stack.sandbox, link);
	stack.sandbox.quirks.eventDelay = 0;
	await journey(stack.sandbox, link);
	await poll();
	await until(async () => (await executed()).length === 3, 'the events that are visible');
	await until(visible, 'the late events');
	await poll();
	const counted = await outcome();
	print('Polling, half of the events late', counted);
	expect(counted).toEqual({ happened: 6, executed: 6, lost: 0, twice: 0 });
});

/** Whether everything that happened is listed. */
async function visible(): Promise<boolean> {
	const { db, clock } = stack.sandbox;
	const late = db.get<{ n: number }>(
		'SELECT count(*) AS n FROM late_events WHERE visible_at > ?',
		clock.now(),
	);
	return late?.n === 0;
}

describe('each event is emitted once', () => {
	it('when n8n is killed between polls', async () => {
		await publish();
		await journey(stack.sandbox, link);
		await poll();
		await outcome();
		await journey(stack.sandbox, link);
		await stack.n8n.kill();
		await journey(stack.sandbox, link);
		await stack.startN8nAgain();
		const counted = await outcome(30);
		await poll();
		print('Polling, n8n killed in between', counted);
		expect(counted).toEqual({ happened: 9, executed: 9, lost: 0, twice: 0 });
		expect(tally(eventsSince(stack.sandbox, since), await executed())).toEqual(counted);
	});

	it('when the workflow is unpublished during a poll, whose result n8n discards', async () => {
		await publish(OFTEN);
		const isList = ({ path }: { path: string }) => path === '/events';
		const first = stack.proxy.holdNext(isList);
		await until(() => first.isHeld, 'a scheduled poll');
		await journey(stack.sandbox, link);
		const second = stack.proxy.holdNext(isList);
		first.release();
		await until(() => second.isHeld, 'the second kind of the poll');
		await stack.n8n.client.deactivate(workflow.id);
		second.release();
		await stack.proxy.quiet();
		await stack.n8n.client.activate(workflow.id);
		const counted = await outcome(30);
		print('Polling, unpublished during a poll', counted);
		expect(counted).toEqual({ happened: 3, executed: 3, lost: 0, twice: 0 });
	});

	it('when the service goes down during a poll, and a scheduled poll follows', async () => {
		await publish(OFTEN);
		await journey(stack.sandbox, link);
		await stack.n8n.client.deactivate(workflow.id);
		let asked = 0;
		let away: Promise<void> | undefined;
		stack.proxy.onRequest = ({ path }) => {
			if (path === '/events' && ++asked === 2) away = stack.sandbox.close();
		};
		const published = stack.n8n.client.activate(workflow.id);
		await until(() => away !== undefined, 'the second request of the poll');
		await away;
		await stack.startSandboxAgain();
		stack.proxy.onRequest = () => {};
		// n8n tries to publish for 15 seconds.
		await published;
		// The kinds that were read are emitted; the next poll finds the others.
		expect(await outcome(80)).toEqual({ happened: 3, executed: 3, lost: 0, twice: 0 });

		await journey(stack.sandbox, link);
		const before = Date.now();
		const counted = await outcome(80);
		print(`Polling, the service away, next poll after ${seconds(before)} s`, counted);
		expect(counted).toEqual({ happened: 6, executed: 6, lost: 0, twice: 0 });
	});
});

function seconds(since: number): string {
	return ((Date.now() - since) / 1000).toFixed(0);
}
