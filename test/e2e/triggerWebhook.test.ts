import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { performance } from 'node:perf_hooks';
import { sampleKey } from '../../sandbox/data/lookup';
import type { WebhookRow } from '../../sandbox/webhook/columns';
import type { CredentialReference } from '../../tools/n8n/client';
import { items } from '../../tools/n8n/execution';
import { N8nStack } from '../support/n8n/n8nStack';
import {
	createTriggerWorkflow,
	executedKeys,
	productionRuns,
	TRIGGER,
} from '../support/n8n/triggerWorkflow';
import { signatureOf } from '../support/node/pushes';
import { Api } from '../support/sandbox/api';
import { conversionLink, newClick, type ConversionLink } from '../support/sandbox/conversions';
import { eventsSince, journey, keyOf, lastEvent, print, tally } from '../support/sandbox/journeys';
import {
	fromDashboard,
	register,
	settled,
	webhookFor,
	webhooksFor,
} from '../support/sandbox/webhooks';
import { until } from '../support/until';

const WORKSPACE = 'business';
const KINDS = ['link.clicked', 'lead.created', 'sale.created'];
const KIND_NAMES = ['click', 'lead', 'sale'];

let stack: N8nStack;
let credential: CredentialReference;
let link: ConversionLink;

beforeAll(async () => {
	// Retries come after 0.5, 6, and 72 seconds: n8n starts within the second pause.
	stack = await N8nStack.start({ webhooks: { retryFactor: 0.04 } }, { own: true });
	credential = await stack.apiKeyCredential(WORKSPACE);
	link = await conversionLink(stack.sandbox);
});

afterAll(async () => await stack?.stop());

function registrations(url: string): WebhookRow[] {
	return webhooksFor(stack.sandbox, url);
}

function registration(url: string): WebhookRow {
	const webhook = webhookFor(stack.sandbox, url);
	if (!webhook) throw new Error(`no webhook for ${url}`);
	return webhook;
}

async function createWorkflow(name: string, parameters = {}, account = credential) {
	const workflow = await createTriggerWorkflow(
		stack,
		name,
		{ delivery: 'webhook', ...parameters },
		account,
	);
	const { id } = workflow;
	return {
		...workflow,
		activate: async () => await stack.n8n.client.activate(id),
		deactivate: async () => await stack.n8n.client.deactivate(id),
		/** The keys of the events that started an execution. */
		executed: async () => await executedKeys(stack.n8n.client, id),
	};
}

type TriggerWorkflow = Awaited<ReturnType<typeof createWorkflow>>;

/** Counts the executions that started, after all events were delivered: n8n stores an execution before it responds. */
async function outcome(workflow: TriggerWorkflow, since: number) {
	const happened = eventsSince(stack.sandbox, since);
	await until(async () => (await pending()) === 0, 'all deliveries');
	return tally(happened, await workflow.executed());
}

async function pending(): Promise<number> {
	const response = await fetch(`${stack.sandbox.url}/sandbox/webhooks`);
	return ((await response.json()) as { pending: number }).pending;
}

async function push(url: string, body: string, signature?: string): Promise<number> {
	const response = await fetch(url, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			...(signature !== undefined && { 'Dub-Signature': signature }),
		},
		body,
	});
	await response.text();
	return response.status;
}

interface Delivered {
	event_id: string;
	request_body: string;
}

function deliveries(webhookId: string): Delivered[] {
	return stack.sandbox.db.all<Delivered>(
		'SELECT event_id, request_body FROM webhook_deliveries WHERE webhook_id = ? ORDER BY seq',
		webhookId,
	);
}

/** The keys of the deliveries that n8n started to receive but did not respond to. */
function cutOff(webhookId: string): string[] {
	return stack.sandbox.db
		.all<Delivered>(
			`SELECT DISTINCT event_id, request_body FROM webhook_deliveries WHERE webhook_id = ?
			 AND (response_body LIKE 'UND_ERR_%' OR response_body LIKE 'ECONNRESET: %')`,
			webhookId,
		)
		.map(({ request_body }) => {
			const { event, data } = JSON.parse(request_body) as { event: string; data: IDataObject };
			return keyOf({ ...data, event: KIND_NAMES[KINDS.indexOf(event)] });
		});
}

describe('a published workflow with webhook delivery', () => {
	let workflow: TriggerWorkflow;
	let since: number;
	let published: number;

	beforeAll(async () => {
		workflow = await createWorkflow('Journeys');
		published = Date.now();
		await workflow.activate();
		since = lastEvent(stack.sandbox);
	});

	afterAll(async () => await workflow.deactivate());

	it('has a webhook registered with the service', () => {
		expect(registrations(workflow.productionUrl)).toMatchObject([
			{ triggers: JSON.stringify(KINDS), link_scope: 'workspace', disabled_at: null },
		]);
	});

	it('runs once for each of 36 events, most of them concurrent', async () => {
		await Promise.all(Array.from({ length: 12 }, () => journey(stack.sandbox, link)));
		const counted = await outcome(workflow, since);
		print('12 simultaneous journeys', counted);
		expect(counted).toEqual({ happened: 36, executed: 36, lost: 0, twice: 0 });
		const runs = await productionRuns(stack.n8n.client, workflow.id);
		expect(new Set(runs.map(({ status }) => status))).toEqual(new Set(['success']));
	});

	it('does not run again for redeliveries', async () => {
		const { id } = registration(workflow.productionUrl);
		const known = [...new Set(deliveries(id).map(({ event_id }) => event_id))];
		for (let repetition = 0; repetition < 10; repetition++) {
			await fromDashboard(stack.sandbox, { id }, 'redeliver', { event_id: known[0] });
		}
		for (const event_id of known) {
			await fromDashboard(stack.sandbox, { id }, 'redeliver', { event_id });
		}
		await settled(stack.sandbox);
		const counted = await outcome(workflow, since);
		print('The same, one repeated 10 times and each once', counted);
		expect(counted).toMatchObject({ lost: 0, twice: 0 });
	});

	it('runs once for ten simultaneous deliveries of the same event', async () => {
		const { id, secret } = registration(workflow.productionUrl);
		const before = (await workflow.executed()).length;
		const sample = JSON.parse(deliveries(id)[0].request_body) as { data: { click: object } };
		const data = { ...sample.data, click: { ...sample.data.click, id: 'moment' } };
		const body = JSON.stringify({ ...sample, id: 'evt_moment', data });
		const signature = signatureOf(body, secret);
		const statuses = await Promise.all(
			Array.from({ length: 10 }, () => push(workflow.productionUrl, body, signature)),
		);
		expect(new Set(statuses)).toEqual(new Set([200]));
		const ran = await workflow.executed();
		process.stdout.write(`10 times in the same moment: executed ${ran.length - before}\n`);
		expect(ran).toHaveLength(before + 1);
	});

	it('does not run for a click of the minute before it was published', async () => {
		const { id, secret } = registration(workflow.productionUrl);
		const sample = deliveries(id)
			.map(({ request_body }) => JSON.parse(request_body) as { event: string; data: IDataObject })
			.find(({ event }) => event === 'link.clicked');
		const deliver = async (click: string, time: number) => {
			const timestamp = new Date(time).toISOString();
			const data = {
				...sample?.data,
				click: { ...(sample?.data.click as object), id: click, timestamp },
			};
			const body = JSON.stringify({ ...sample, id: `evt_${click}`, data });
			return await push(workflow.productionUrl, body, signatureOf(body, secret));
		};
		const before = (await workflow.executed()).length;
		expect(await deliver('earlier', published - 30_000)).toBe(200);
		expect(await deliver('later', Date.now())).toBe(200);
		expect(await workflow.executed()).toHaveLength(before + 1);
	});

	it('rejects deliveries that the service did not sign', async () => {
		const { id, secret } = registration(workflow.productionUrl);
		const before = (await workflow.executed()).length;
		const body = deliveries(id)[0].request_body.replace(/evt_\w+/, 'evt_forged');
		const url = workflow.productionUrl;
		expect(await push(url, body)).toBe(401);
		expect(await push(url, body, '')).toBe(401);
		expect(await push(url, body, 'f'.repeat(64))).toBe(401);
		expect(await push(url, body, signatureOf(body, `${secret}x`))).toBe(401);
		expect(await push(url, `${body} `, signatureOf(body, secret))).toBe(401);
		expect(await push(url, '{"event":', signatureOf('{"event":', secret))).toBeGreaterThan(399);
		expect(await push(url, '{"id":1}', signatureOf('{"id":1}', secret))).toBe(400);
		expect(await workflow.executed()).toHaveLength(before);
	});

	it('responds to each delivery and prints the response time', async () => {
		const { id, secret } = registration(workflow.productionUrl);
		const [{ request_body }] = deliveries(id);
		const times: number[] = [];
		for (let n = 0; n < 20; n++) {
			const body = request_body
				.replace(/evt_\w+/, `evt_timed${n}`)
				.replace(/"id":"\w{16}"/, `"id":"timed${n}"`);
			const begin = performance.now();
			expect(await push(workflow.productionUrl, body, signatureOf(body, secret))).toBe(200);
			times.push(performance.now() - begin);
		}
		const median = times.sort((a, b) => a - b)[10];
		process.stdout.write(`Responses after ${median.toFixed(0)} ms (median of 20)\n`);
	});
});

describe('when n8n is killed', () => {
	it('loses no events pushed while n8n is down', async () => {
		const workflow = await createWorkflow('Survivor');
		await workflow.activate();
		const since = lastEvent(stack.sandbox);
		for (let n = 0; n < 5; n++) await journey(stack.sandbox, link);
		const { id } = registration(workflow.productionUrl);
		// Cuts off open requests. After 20 failures in a row the service would disable the webhook.
		await until(async () => (await pending()) <= 4, 'most deliveries');
		await stack.n8n.kill();
		for (let n = 0; n < 2; n++) await newClick(stack.sandbox, link);
		// To what it receives while it migrates its database, n8n responds with 200, and without Catch Up it is lost.
		stack.sandbox.outage.begin();
		await stack.startN8nAgain();
		stack.sandbox.outage.end();
		await until(
			async () => (await workflow.executed()).length >= 17,
			'the executions of 17 events',
		);

		const counted = await outcome(workflow, since);
		const runs = await productionRuns(stack.n8n.client, workflow.id);
		const crashed = runs.filter(({ status }) => status === 'crashed').length;
		print(`n8n killed in between, ${crashed} executions crashed with it`, counted);
		expect(counted).toMatchObject({ happened: 17, lost: 0 });
		// Between the start of an execution and the response, n8n records it nowhere.
		const executed = await workflow.executed();
		const repeated = executed.filter((key, index) => executed.indexOf(key) !== index);
		expect(cutOff(id)).toEqual(expect.arrayContaining(repeated));
		expect(registrations(workflow.productionUrl)).toMatchObject([{ id }]);
		await workflow.deactivate();
	});
});

describe('listening for a test event', () => {
	it('runs once in the editor, alongside the published workflow', async () => {
		const workflow = await createWorkflow('Tried Out');
		await workflow.activate();
		const { id } = registration(workflow.productionUrl);
		const { client } = stack.n8n;
		await client.listen(workflow.id, TRIGGER);
		expect(registrations(workflow.testUrl)).toHaveLength(1);

		const since = lastEvent(stack.sandbox);
		await newClick(stack.sandbox, link);
		const manual = async () =>
			(await client.listExecutions(workflow.id)).filter(({ mode }) => mode === 'manual');
		await until(async () => (await manual()).length > 0, 'the execution of the test event');
		const execution = await client.waitForExecution((await manual())[0].id);
		expect(execution.status).toBe('success');
		const [happened] = eventsSince(stack.sandbox, since);
		expect(items(execution, TRIGGER).map(keyOf)).toEqual([happened]);
		expect(items(execution, 'Work').map(keyOf)).toEqual([happened]);
		await until(() => registrations(workflow.testUrl).length === 0, 'the end of the test webhook');

		expect(registrations(workflow.productionUrl)).toMatchObject([{ id, disabled_at: null }]);
		await journey(stack.sandbox, link);
		expect(await outcome(workflow, since)).toEqual({ happened: 4, executed: 4, lost: 0, twice: 0 });
		expect(await manual()).toHaveLength(1);

		await workflow.deactivate();
		expect(registrations(workflow.productionUrl)).toEqual([]);
	});
});

it('replaces a disabled webhook when the workflow is published again', async () => {
	const workflow = await createWorkflow('Disabled');
	await workflow.activate();
	const disabled = registration(workflow.productionUrl);
	stack.sandbox.db.run('UPDATE webhooks SET disabled_at = 1 WHERE id = ?', disabled.id);
	await workflow.deactivate();
	await workflow.activate();
	const [webhook, ...others] = registrations(workflow.productionUrl);
	expect(others).toEqual([]);
	expect(webhook.id).not.toBe(disabled.id);
	const since = lastEvent(stack.sandbox);
	await newClick(stack.sandbox, link);
	expect(await outcome(workflow, since)).toMatchObject({ executed: 1, lost: 0, twice: 0 });
	await workflow.deactivate();
});

it('uses a manually registered webhook with its secret in the credential', async () => {
	const account = await stack.apiKeyCredential(WORKSPACE);
	const workflow = await createWorkflow('By Hand', { registration: 'manual' }, account);
	const { id, secret } = await register(stack.sandbox, workflow.productionUrl, KINDS, {
		linkScope: 'workspace',
	});
	await stack.n8n.client.updateCredential(account.id, account.name, 'linkAttributionApi', {
		apiKey: sampleKey(stack.sandbox.db, WORKSPACE),
		baseUrl: stack.proxy.url,
		webhookSecret: secret,
	});
	await workflow.activate();
	const since = lastEvent(stack.sandbox);
	await journey(stack.sandbox, link);
	expect(await outcome(workflow, since)).toEqual({ happened: 3, executed: 3, lost: 0, twice: 0 });
	await workflow.deactivate();
	expect(registrations(workflow.productionUrl)).toMatchObject([{ id }]);
	await new Api(stack.sandbox, WORKSPACE).delete(`/webhooks/${id}`);
});

it('explains why a workflow cannot be published with a key without webhook permission', async () => {
	const apiKey = sampleKey(stack.sandbox.db, WORKSPACE, 'readonly');
	const account = await stack.apiKeyCredential(WORKSPACE, { apiKey });
	const workflow = await createWorkflow('Not Allowed', {}, account);
	await expect(workflow.activate()).rejects.toThrow(
		/Set 'Registration' to Manual, or .*Webhooks: Write/,
	);
	expect(registrations(workflow.productionUrl)).toEqual([]);
});

it('says why it cannot be published, and can be unpublished, if the service does not respond', async () => {
	const old = await createWorkflow('No Longer Needed', { catchUp: true });
	await old.activate();
	const workflow = await createWorkflow('Not Now', { catchUp: true });
	stack.sandbox.faults.set([{ kind: 'slow', stall: 600_000 }]);
	await Promise.all([
		expect(workflow.activate()).rejects.toThrow('The service did not respond'),
		old.deactivate(),
	]);
	stack.sandbox.faults.set([]);
	await workflow.activate();
	expect(registrations(workflow.productionUrl)).toHaveLength(1);
	await workflow.deactivate();
});
