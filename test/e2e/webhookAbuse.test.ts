import { Agent, request } from 'node:http';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { conversionLink, newClick, type ConversionLink } from '../support/sandbox/conversions';
import {
	beginSlowly,
	brokenRequests,
	forgedPush,
	forgeries,
	sendRaw,
	type Forgery,
} from '../support/node/forgeries';
import { eventsSince, lastEvent } from '../support/sandbox/journeys';
import { residentMemory } from '../support/load/memory';
import { N8nStack } from '../support/n8n/n8nStack';
import { createTriggerWorkflow, executedKeys } from '../support/n8n/triggerWorkflow';
import { until } from '../support/until';

const ROUNDS = 2;
const FORGED_PER_ROUND = 2000;
const AT_ONCE = 20;

const kept = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

let stack: N8nStack;
let link: ConversionLink;
let workflow: { id: string; productionUrl: string };
/** Sent first: n8n leaves some of these connections open for half a minute before it responds. */
let broken: Array<Promise<{ name: string; response: string }>>;

beforeAll(async () => {
	const env = {
		// So that garbage is collected before there are hundreds of megabytes of it.
		NODE_OPTIONS: '--max-old-space-size=512 --max-semi-space-size=8',
	};
	stack = await N8nStack.start({}, { env });
	link = await conversionLink(stack.sandbox);
	const credential = await stack.apiKeyCredential('business');
	workflow = await createTriggerWorkflow(stack, 'Exposed', { delivery: 'webhook' }, credential);
	await stack.n8n.client.activate(workflow.id);
	broken = brokenRequests.map(async ([name, lines, body]) => {
		return { name, response: await sendRaw(workflow.productionUrl, lines, body) };
	});
});

afterAll(async () => {
	kept.destroy();
	await stack?.stop();
});

/** @returns the status of the response; 0 when the connection was closed without one */
async function send(
	{ method = 'POST', headers = {}, body = '' }: Forgery,
	agent: Agent | false = false,
): Promise<number> {
	const { port, pathname } = new URL(workflow.productionUrl);
	return await new Promise((resolve) => {
		const outgoing = request(
			{ host: '127.0.0.1', port, path: pathname, method, agent, headers, timeout: 60_000 },
			(response) => {
				response.resume().on('close', () => resolve(response.statusCode ?? 0));
			},
		);
		outgoing.on('error', () => resolve(0));
		outgoing.on('timeout', () => outgoing.destroy());
		outgoing.setHeader('content-length', Buffer.byteLength(body));
		outgoing.end(body);
	});
}

/** Whether a real event still starts the workflow, and starts it once. */
async function deliversAnEvent(): Promise<void> {
	const since = lastEvent(stack.sandbox);
	const before = (await executedKeys(stack.n8n.client, workflow.id)).length;
	await newClick(stack.sandbox, link);
	const executed = async () => await executedKeys(stack.n8n.client, workflow.id);
	const [event] = eventsSince(stack.sandbox, since);
	// One that has just begun is listed last.
	await until(async () => (await executed())[0] === event, 'the execution of the event');
	expect(await executed()).toHaveLength(before + 1);
	const [{ id }] = await stack.n8n.client.listExecutions(workflow.id, 1);
	expect(await stack.n8n.client.waitForExecution(id)).toMatchObject({ status: 'success' });
}

/** Lines that tell of something nobody had foreseen. */
async function troubleInLog(): Promise<string[]> {
	const log = await readFile(stack.n8n.logFile, 'utf8');
	return log
		.split('\n')
		.filter((line) => /uncaught|unhandled|fatal|heap|TypeError|ReferenceError/i.test(line));
}

it.each(forgeries)('rejects $name', async (forgery) => {
	const status = await send(forgery);
	process.stdout.write(`${forgery.name}: ${status}\n`);
	expect(status === 0 || (status >= 400 && status < 600)).toBe(true);
});

it('serves others while 100 clients send slowly', async () => {
	const slow = Array.from({ length: 100 }, () => beginSlowly(workflow.productionUrl));
	const leave = await Promise.all(slow);
	await deliversAnEvent();
	for (const one of leave) one();
});

it('rejects 4,000 forged deliveries without growing in memory', async () => {
	const memory = async () => await residentMemory(stack.n8n.pid);
	const measured = [await memory()];
	for (let round = 0; round < ROUNDS; round++) {
		let sent = 0;
		const statuses = new Map<number, number>();
		const sender = async () => {
			while (sent < FORGED_PER_ROUND) {
				const n = sent++;
				const headers = {
					'content-type': 'application/json',
					'dub-signature': String(n).padStart(64, '0'),
				};
				const status = await send({ name: 'a push', headers, body: forgedPush(n) }, kept);
				statuses.set(status, (statuses.get(status) ?? 0) + 1);
			}
		};
		await Promise.all(Array.from({ length: AT_ONCE }, sender));
		process.stdout.write(`${FORGED_PER_ROUND} forged: ${JSON.stringify([...statuses])}\n`);
		// n8n itself returns 503 when its database takes too long.
		expect([...statuses.keys()].filter((status) => status !== 503)).toEqual([401]);
		// Garbage is collected some time later.
		const most = Math.min(measured[0] + 150, (measured[1] ?? Infinity) + 100);
		await until(async () => (await memory()) < most, `less than ${most.toFixed(0)} MB`);
		measured.push(await memory());
	}
	const shown = measured.map((megabytes) => `${megabytes.toFixed(0)} MB`).join(', ');
	process.stdout.write(`Memory of n8n before and after each ${FORGED_PER_ROUND}: ${shown}\n`);
});

it('rejects requests that are not valid HTTP', async () => {
	for (const { name, response } of await Promise.all(broken)) {
		process.stdout.write(`${name}: ${response}\n`);
		expect(response).not.toMatch(/^HTTP\/1\.1 [23]/);
	}
});

it('runs only for the real events and logs no errors', async () => {
	await deliversAnEvent();
	const executions = await stack.n8n.client.listExecutions(workflow.id, 100);
	expect(executions.map(({ status }) => status)).toEqual(['success', 'success']);
	expect(JSON.stringify(executions)).not.toContain('forged');
	expect(await troubleInLog()).toEqual([]);
});
