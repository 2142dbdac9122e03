import { setTimeout as delay } from 'node:timers/promises';
import type { N8nClient, Workflow } from '../n8n/client.ts';
import { items, nodeError, type Execution } from '../n8n/execution.ts';
import type { N8nInstance } from '../n8n/instance.ts';
import type { Sandbox } from '../sandbox/app/server.ts';
import type { Credentials } from './credentials.mts';
import { verify, type Progress } from './progress.mts';
import { openLinks, playJourney } from './visitors.mts';
import { executionUrl, importAnew } from './workflows.mts';

/** Workflows that n8n starts by itself. */
export interface Triggers {
	/** Through a webhook, one execution per event. */
	alerts: Workflow;
	/** Through polls, one execution for all that is new. */
	digest: Workflow;
}

const EVENTS = ['click', 'lead', 'sale'];
const ALERTS_TRIGGER = 'On Click, Lead or Sale';
const WAIT = 15_000;

/** With its durable scheduler n8n polls at the next full minute, not when it starts. */
const WAIT_FOR_POLL = 60_000 + WAIT;

/** Nothing of an earlier start is kept: the digest's place in the course of events belongs to data that is gone. */
export async function importTriggers(
	n8n: N8nInstance,
	credentials: Credentials,
): Promise<Triggers> {
	return {
		alerts: await importAnew(n8n, 'event-alerts', credentials, {
			[ALERTS_TRIGGER]: { pollTimes: { item: [{ mode: 'everyMinute' }] } },
		}),
		digest: await importAnew(n8n, 'new-events-digest', credentials),
	};
}

export async function publishTriggers(
	progress: Progress,
	{ url, client }: N8nInstance,
	{ db }: Sandbox,
	{ alerts, digest }: Triggers,
): Promise<void> {
	await Promise.all([alerts, digest].map(async ({ id }) => await client.activate(id)));
	const webhook = db.get<{ url: string; triggers: string }>(
		'SELECT url, triggers FROM webhooks WHERE url LIKE ?',
		`${url}/%`,
	);
	verify(webhook !== undefined, 'The sandbox has no webhook of the published workflow.');
	progress.say(`${alerts.name}: the sandbox pushes to ${webhook.url}`);
	progress.say(`${digest.name}: n8n asks the sandbox every minute`);
}

/** One visitor goes all the way; checks that each event started exactly one execution, and is in one digest. */
export async function playAndCheck(
	progress: Progress,
	n8n: N8nInstance,
	sandbox: Sandbox,
	{ alerts, digest }: Triggers,
): Promise<void> {
	const [link] = openLinks(sandbox, 1);
	await playJourney(sandbox, link, 3);

	const alerted = await finished(n8n.client, alerts, EVENTS.length);
	const messages = alerted.flatMap((execution) => items(execution, 'Message'));
	verify(
		sameEvents(messages.map(({ event }) => event)),
		`The events started executions for: ${messages.map(({ event }) => event).join(', ')}.`,
	);
	for (const execution of alerted) sayAlert(progress, n8n, alerts, execution);

	// n8n polls every minute, and when a workflow is published.
	await n8n.client.deactivate(digest.id);
	await n8n.client.activate(digest.id);
	const digests = await finished(n8n.client, digest, 1);
	const polled = digests.flatMap((execution) => items(execution, 'On New Events'));
	verify(
		sameEvents(polled.map(({ event }) => event)),
		`The poll gave: ${polled.map(({ event }) => event).join(', ')}.`,
	);
	for (const execution of digests) sayDigest(progress, n8n, digest, execution);
}

/**
 * n8n is stopped in the middle of a journey. Checks that the service gave up on what happened meanwhile, and that catching
 * up emits exactly that.
 *
 * @param restart starts n8n again
 * @returns the n8n that runs now
 */
export async function stopAndCatchUp(
	progress: Progress,
	n8n: N8nInstance,
	sandbox: Sandbox,
	{ alerts }: Triggers,
	restart: () => Promise<N8nInstance>,
): Promise<N8nInstance> {
	const before = (await n8n.client.listExecutions(alerts.id)).length;
	const [link] = openLinks(sandbox, 1);
	let visited = 0;
	await playJourney(sandbox, link, 3, async () => {
		await finished(n8n.client, alerts, before + 1);
		visited = lastAttempt(sandbox);
		await n8n.stop();
		progress.say('n8n hears of the visit. Then it is stopped, and the visitor signs up and buys.');
	});
	const lost = await undelivered(sandbox, visited);
	progress.say(`The sandbox could not deliver ${lost.length} events and has given up.`);
	const restarted = await restart();
	const executions = await finished(restarted.client, alerts, before + 2, WAIT_FOR_POLL);
	const [caughtUp] = executions.slice(before + 1);
	const found = items(caughtUp, ALERTS_TRIGGER).map(({ id }) => id);
	verify(
		JSON.stringify(found) === JSON.stringify(lost),
		`Catching up found ${found.join(', ') || 'nothing'} instead of ${lost.join(', ')}.`,
	);
	progress.say(`n8n is back. Catching up found ${found.length} events:`);
	sayAlert(progress, restarted, alerts, caughtUp);
	return restarted;
}

function lastAttempt({ db }: Sandbox): number {
	return db.get<{ seq: number }>('SELECT max(seq) AS seq FROM webhook_deliveries')?.seq ?? 0;
}

/**
 * The IDs of the events that no attempt delivered, oldest first, once the sandbox has given up on all.
 *
 * @param after the last attempt that does not count: a workflow of an earlier start can have left failures
 */
async function undelivered({ db, url }: Sandbox, after: number): Promise<string[]> {
	const end = Date.now() + WAIT;
	for (;;) {
		const response = await fetch(`${url}/sandbox/webhooks`);
		const { pending } = (await response.json()) as { pending: number };
		if (pending === 0) break;
		verify(Date.now() < end, `The sandbox still delivers ${pending} events.`);
		await delay(100);
	}
	return db
		.all<{ id: string }>(
			`SELECT event_id AS id FROM webhook_deliveries WHERE seq > ?
			 GROUP BY event_id HAVING min(http_status) >= 300 ORDER BY min(seq)`,
			after,
		)
		.map(({ id }) => id);
}

function sameEvents(events: unknown[]): boolean {
	return JSON.stringify([...events].sort()) === JSON.stringify(EVENTS);
}

/** The executions of a workflow, oldest first, once there are so many and all of them ended. */
async function finished(
	client: N8nClient,
	{ id, name }: Workflow,
	count: number,
	wait = WAIT,
): Promise<Execution[]> {
	const end = Date.now() + wait;
	for (;;) {
		const summaries = await client.listExecutions(id);
		if (summaries.length >= count && summaries.every(({ status }) => status === 'success')) {
			const executions = summaries.map(async (summary) => await client.getExecution(summary.id));
			return (await Promise.all(executions)).reverse();
		}
		if (Date.now() > end) {
			const states = summaries.map(({ status }) => status).join(', ') || 'none';
			const failed = summaries.find(({ status }) => status === 'error');
			const reason = failed && nodeError(await client.getExecution(failed.id))?.message;
			verify(
				false,
				`"${name}" has these executions instead of ${count}: ${states}.${reason ? ` ${reason}` : ''}`,
			);
		}
		await delay(100);
	}
}

/** Prints each new execution until `signal`, beginning with those after the ones there are. */
export async function watch(
	progress: Progress,
	n8n: N8nInstance,
	{ alerts, digest }: Triggers,
	signal: AbortSignal,
): Promise<void> {
	const seen = new Set<string>();
	const fresh = async (workflow: Workflow) => {
		const ended = (await n8n.client.listExecutions(workflow.id, 50)).filter(
			({ id, status }) => !seen.has(id) && !['new', 'running', 'waiting'].includes(status),
		);
		for (const { id } of ended) seen.add(id);
		return ended.reverse();
	};
	for (const workflow of [alerts, digest]) await fresh(workflow);
	while (!signal.aborted) {
		for (const { id } of await fresh(alerts)) {
			sayAlert(progress, n8n, alerts, await n8n.client.getExecution(id));
		}
		for (const { id } of await fresh(digest)) {
			sayDigest(progress, n8n, digest, await n8n.client.getExecution(id));
		}
		await delay(1000, undefined, { signal }).catch(() => {});
	}
}

function sayAlert(
	progress: Progress,
	n8n: N8nInstance,
	workflow: Workflow,
	execution: Execution,
): void {
	const messages = items(execution, 'Message').map(({ message }) => String(message));
	for (const message of messages.length > 0 ? messages : [execution.status]) {
		progress.say(`alert   ${message}: ${executionUrl(n8n, workflow, execution)}`);
	}
}

function sayDigest(
	progress: Progress,
	n8n: N8nInstance,
	workflow: Workflow,
	execution: Execution,
): void {
	const [item] = items(execution, 'Digest');
	const message = item
		? `${String(item.clicks)} clicks, ${String(item.leads)} leads, ${String(item.sales)} sales`
		: execution.status;
	progress.say(`digest  ${message}: ${executionUrl(n8n, workflow, execution)}`);
}
