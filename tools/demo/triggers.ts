import { setTimeout as delay } from 'node:timers/promises';
import type { N8nClient, Workflow } from '../n8n/client.ts';
import { items, nodeError, type Execution } from '../n8n/execution.ts';
import type { N8nInstance } from '../n8n/instance.ts';
import type { Sandbox } from '../../sandbox/app/server.ts';
import type { Credentials } from './credentials.ts';
import { verify, type Progress } from './progress.ts';
import { ownLinks, playJourney, visitorLinks } from './visitors.ts';
import { executionUrl, reimport } from './workflows.ts';

/** Workflows that start with a trigger. */
export interface Triggers {
	/** Through a webhook, one execution per event. */
	alerts: Workflow;
	/** Through polling, one execution for all new events. */
	digest: Workflow;
}

const EVENTS = ['click', 'lead', 'sale'];
const ALERTS_TRIGGER = 'On Click, Lead, or Sale';
const WAIT = 15_000;

/** With its durable scheduler, n8n polls at the next full minute, not when it starts. */
const WAIT_FOR_POLL = 60_000 + WAIT;

/** Deletes those of an earlier start: the digest's cursor belongs to data that no longer exists. */
export async function importTriggers(
	n8n: N8nInstance,
	credentials: Credentials,
): Promise<Triggers> {
	return {
		alerts: await reimport(n8n, 'event-alerts', credentials, {
			[ALERTS_TRIGGER]: { pollTimes: { item: [{ mode: 'everyMinute' }] } },
		}),
		digest: await reimport(n8n, 'new-events-digest', credentials),
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
	verify(webhook !== undefined, 'The sandbox has no webhook for the published workflow.');
	progress.log(`${alerts.name}: the sandbox sends events to ${webhook.url}`);
	progress.log(`${digest.name}: n8n polls the sandbox every minute`);
}

/** Plays a visit, a lead, and a sale. Checks that each event started exactly one execution, and is in one digest. */
export async function playAndCheck(
	progress: Progress,
	n8n: N8nInstance,
	sandbox: Sandbox,
	{ alerts, digest }: Triggers,
): Promise<void> {
	const [link] = visitorLinks(sandbox, 1);
	await playJourney(sandbox, link, 3);

	const alerted = await finished(n8n.client, alerts, EVENTS.length);
	const messages = alerted.flatMap((execution) => items(execution, 'Message'));
	verify(
		isSameSet(
			messages.map(({ event }) => event),
			EVENTS,
		),
		`The events started executions for: ${messages.map(({ event }) => event).join(', ')}.`,
	);
	for (const execution of alerted) logAlert(progress, n8n, alerts, execution);

	// n8n polls when a workflow is published, and then every minute.
	await n8n.client.deactivate(digest.id);
	await n8n.client.activate(digest.id);
	const digests = await finished(n8n.client, digest, 1);
	const polled = digests.flatMap((execution) => items(execution, 'On New Events'));
	verify(
		isSameSet(
			polled.map(({ event }) => event),
			EVENTS,
		),
		`The poll returned: ${polled.map(({ event }) => event).join(', ')}.`,
	);
	for (const execution of digests) logDigest(progress, n8n, digest, execution);
}

/**
 * Stops n8n in the middle of a journey. Checks that the service could not deliver the events that followed, and that
 * catch-up emits exactly these.
 *
 * @param restart starts n8n again
 * @returns the restarted n8n
 */
export async function stopAndCatchUp(
	progress: Progress,
	n8n: N8nInstance,
	sandbox: Sandbox,
	{ alerts }: Triggers,
	restart: () => Promise<N8nInstance>,
): Promise<N8nInstance> {
	const before = (await n8n.client.listExecutions(alerts.id)).length;
	const [link] = visitorLinks(sandbox, 1);
	let visited = 0;
	await playJourney(sandbox, link, 3, async () => {
		await finished(n8n.client, alerts, before + 1);
		visited = lastAttempt(sandbox);
		await n8n.stop();
		progress.log('n8n receives the visit and is stopped. The visitor then signs up and buys.');
	});
	const lost = await undelivered(sandbox, visited);
	progress.log(`The sandbox could not deliver ${lost.length} events and stopped retrying.`);
	const restarted = await restart();
	const executions = await finished(restarted.client, alerts, before + 2, WAIT_FOR_POLL);
	const [caughtUp] = executions.slice(before + 1);
	const found = items(caughtUp, ALERTS_TRIGGER).map(({ id }) => id);
	verify(
		isSameSet(found, lost),
		`Catching up found ${found.join(', ') || 'nothing'} instead of ${lost.join(', ')}.`,
	);
	progress.log(`n8n is up again. Catching up found ${found.length} events:`);
	logAlert(progress, restarted, alerts, caughtUp);
	return restarted;
}

function lastAttempt({ db }: Sandbox): number {
	return db.get<{ seq: number }>('SELECT max(seq) AS seq FROM webhook_deliveries')?.seq ?? 0;
}

/**
 * Waits until the sandbox has stopped retrying.
 *
 * @param after the last attempt to ignore: a workflow of an earlier start can have left failures
 * @returns the IDs of the events that no attempt delivered
 */
async function undelivered({ db, url }: Sandbox, after: number): Promise<string[]> {
	const end = Date.now() + WAIT;
	for (;;) {
		const response = await fetch(`${url}/sandbox/webhooks`);
		const { pending } = (await response.json()) as { pending: number };
		if (pending === 0) break;
		verify(Date.now() < end, `The sandbox is still retrying ${pending} events.`);
		await delay(100);
	}
	return db
		.all<{ id: string }>(
			`SELECT event_id AS id FROM webhook_deliveries WHERE seq > ?
			 GROUP BY event_id HAVING min(http_status) >= 300`,
			after,
		)
		.map(({ id }) => id);
}

function isSameSet(a: unknown[], b: unknown[]): boolean {
	return JSON.stringify([...a].sort()) === JSON.stringify([...b].sort());
}

/** Waits until a workflow has this many executions, all successful. @returns them, oldest first */
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
				`"${name}" must have ${count} executions, but has: ${states}.${reason ? ` ${reason}` : ''}`,
			);
		}
		await delay(100);
	}
}

/** Prints each new execution until `signal`, except those that exist already. */
export async function watch(
	progress: Progress,
	n8n: N8nInstance,
	{ alerts, digest }: Triggers,
	sandbox: Sandbox,
	signal: AbortSignal,
): Promise<void> {
	const seen = new Set<string>();
	const newExecutions = async (workflow: Workflow) => {
		const ended = (await n8n.client.listExecutions(workflow.id, 50)).filter(
			({ id, status }) => !seen.has(id) && !['new', 'running', 'waiting'].includes(status),
		);
		for (const { id } of ended) seen.add(id);
		return ended.reverse();
	};
	const shortLinks = ownLinks(sandbox).map(({ domain, key }) => `https://${domain}/${key}`);
	for (const workflow of [alerts, digest]) await newExecutions(workflow);
	while (!signal.aborted) {
		for (const { id } of await newExecutions(alerts)) {
			logAlert(progress, n8n, alerts, await n8n.client.getExecution(id), shortLinks);
		}
		for (const { id } of await newExecutions(digest)) {
			logDigest(progress, n8n, digest, await n8n.client.getExecution(id));
		}
		await delay(1000, undefined, { signal }).catch(() => {});
	}
}

function logAlert(
	progress: Progress,
	n8n: N8nInstance,
	workflow: Workflow,
	execution: Execution,
	own: string[] = [],
): void {
	const messages = items(execution, 'Message').map(({ message }) => String(message));
	for (const message of messages.length > 0 ? messages : [execution.status]) {
		const isOwn = own.some((link) => message.startsWith(`Click on ${link} `));
		const who = isOwn ? 'YOUR CLICK, received by n8n' : 'alert  ';
		// A visit from this machine has no country.
		const what = message.replace(/ from Unknown$/, '');
		progress.log(`${who} ${what}: ${executionUrl(n8n, workflow, execution)}`);
	}
}

function logDigest(
	progress: Progress,
	n8n: N8nInstance,
	workflow: Workflow,
	execution: Execution,
): void {
	const [item] = items(execution, 'Digest');
	const counts = EVENTS.map((event) => {
		const count = Number(item?.[`${event}s`]);
		return `${count} ${event}${count === 1 ? '' : 's'}`;
	});
	const message = item ? counts.join(', ') : execution.status;
	progress.log(`digest  ${message}: ${executionUrl(n8n, workflow, execution)}`);
}
