import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startSandbox, type Sandbox } from '../../../sandbox/app/server.ts';
import { Api } from '../../support/sandbox/api.ts';
import { useReceiver } from '../../support/sandbox/receiver.ts';
import { until } from '../../support/until.ts';
import {
	fromDashboard,
	inspect,
	register,
	settled,
	type Webhook,
} from '../../support/sandbox/webhooks.ts';

interface Attempt {
	event_id: string;
	event: string;
	message_id: string;
	http_status: number;
	request_body: { id: string; event: string; createdAt: string; data: Record<string, unknown> };
	response_body: string;
	timestamp: string;
}

interface OutageState {
	active: boolean;
	until: string | null;
}

let sandbox: Sandbox;
const receiver = useReceiver();
let api: Api;
let webhook: Webhook;

beforeEach(async () => {
	// Retries follow each other after 0, 0 and 2 milliseconds.
	sandbox = await startSandbox({
		sampleData: { seed: 1, events: 0 },
		webhooks: { retryFactor: 0.000_001, maxRetries: 2 },
		limits: 'off',
	});
	api = new Api(sandbox, 'business');
	webhook = await register(sandbox, `${receiver.url}/`, ['link.created']);
});

afterEach(async () => {
	await sandbox.close();
});

/** Causes one publication of link.created, and waits until it was delivered or given up. */
async function causeEvent(title: string): Promise<void> {
	const response = await api.post('/links', { url: 'https://example.com', title });
	expect(response.status).toBe(200);
	await settled(sandbox);
}

async function log({ id } = webhook): Promise<Attempt[]> {
	const response = await api.get<Attempt[]>(`/webhooks/${id}/events`);
	expect(response.status).toBe(200);
	return response.body;
}

const statuses = (attempts: Attempt[]) => attempts.map(({ http_status }) => http_status);

async function outage(method: string, body?: unknown): Promise<OutageState> {
	const response = await fetch(`${sandbox.url}/sandbox/outage`, {
		method,
		body: body === undefined ? undefined : JSON.stringify(body),
		headers: body === undefined ? {} : { 'content-type': 'application/json' },
	});
	expect(response.status).toBe(200);
	return (await response.json()) as OutageState;
}

describe('the delivery log', () => {
	it('contains the pushed payload as parsed JSON', async () => {
		await causeEvent('Größe 🎉');
		const [{ envelope }] = await receiver.received(1);
		const [attempt] = await log();
		expect(attempt.request_body).toEqual(envelope);
		expect(attempt).toMatchObject({
			event_id: envelope.id,
			event: 'link.created',
			http_status: 200,
			response_body: 'responded 200',
		});
		expect(attempt.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
	});

	it('has an entry for each attempt and one for the final failure report', async () => {
		receiver.react = () => 500;
		await causeEvent('lost');
		const lost = await log();
		expect(statuses(lost)).toEqual([500, 500, 500, 500]);
		expect(new Set(lost.map(({ event_id, message_id }) => `${event_id} ${message_id}`)).size).toBe(
			1,
		);
		expect((await inspect(sandbox, webhook.id)).failures).toBe(4);

		receiver.react = (_delivery, n) => (n % 2 === 1 ? 404 : 204);
		await causeEvent('late');
		expect(statuses(await log()).slice(0, 3)).toEqual([204, 404, 500]);
	});

	it('contains redirects without counting them as failures', async () => {
		receiver.react = () => 307;
		await causeEvent('elsewhere');
		expect(statuses(await log())).toEqual([307, 307, 307, 307]);
		expect((await inspect(sandbox, webhook.id)).failures).toBe(0);
	});

	it('contains status 503 for an unreachable receiver', async () => {
		const nobody = await register(sandbox, 'http://127.0.0.1:1/', ['link.created']);
		await causeEvent('unreachable');
		expect(statuses(await log(nobody))).toEqual([503, 503, 503, 503]);
	});

	it('returns the latest 100 attempts, newest first', async () => {
		for (let i = 1; i <= 103; i++) await api.post('/links', { url: `https://example.com/${i}` });
		await settled(sandbox);
		const attempts = await log();
		expect(attempts).toHaveLength(100);
		const rows = sandbox.db.all<{ event_id: string }>(
			'SELECT event_id FROM webhook_deliveries ORDER BY seq DESC',
		);
		expect(rows).toHaveLength(103);
		expect(attempts.map(({ event_id }) => event_id)).toEqual(
			rows.slice(0, 100).map(({ event_id }) => event_id),
		);
		const times = attempts.map(({ timestamp }) => timestamp);
		expect(times).toEqual([...times].sort().reverse());
	});

	it('records nothing while the webhook is disabled, except test events', async () => {
		receiver.react = () => 500;
		for (const title of ['1', '2', '3', '4', '5']) await causeEvent(title);
		expect((await inspect(sandbox, webhook.id)).disabledAt).not.toBeNull();
		const before = await log();
		expect(before).toHaveLength(20);
		receiver.react = () => 200;
		await causeEvent('nobody is told');
		expect(await log()).toEqual(before);

		const { eventId } = await fromDashboard(sandbox, webhook, 'test', { trigger: 'sale.created' });
		await settled(sandbox);
		const [test, ...others] = await log();
		expect(test).toMatchObject({ event_id: eventId, event: 'sale.created', http_status: 200 });
		expect(test.request_body).toMatchObject({ id: eventId, event: 'sale.created' });
		expect(others).toEqual(before);
	});
});

describe('an outage', () => {
	it('makes all receivers unreachable until it is turned off', async () => {
		const other = await register(sandbox, `${receiver.url}/other`, ['link.created']);
		expect(await outage('PUT')).toEqual({ active: true, until: null });
		expect(await outage('GET')).toEqual({ active: true, until: null });
		await causeEvent('in the dark');
		expect(receiver.deliveries).toEqual([]);
		for (const lost of [await log(), await log(other)]) {
			expect(statuses(lost)).toEqual([503, 503, 503, 503]);
			expect(lost[0].request_body.data).toMatchObject({ title: 'in the dark' });
		}
		expect(await outage('DELETE')).toEqual({ active: false, until: null });
		await causeEvent('in the light');
		expect(statuses(await log())[0]).toBe(200);
		expect(receiver.deliveries).toHaveLength(2);
	});

	it('ends automatically, and a retry delivers the pending event', async () => {
		await sandbox.close();
		// 12 and 148 milliseconds.
		sandbox = await startSandbox({
			sampleData: { seed: 1, events: 0 },
			webhooks: { retryFactor: 0.001, maxRetries: 3 },
		});
		api = new Api(sandbox, 'business');
		webhook = await register(sandbox, `${receiver.url}/`, ['link.created']);
		const { active, until: end } = await outage('PUT', { seconds: 3600 });
		expect(active).toBe(true);
		expect(Date.parse(String(end)) - sandbox.clock.now()).toBeGreaterThan(3_500_000);
		await api.post('/links', { url: 'https://example.com' });
		await until(async () => (await log()).length > 0, 'the first failure');
		sandbox.clock.advance(3_600_000);
		expect(await outage('GET')).toEqual({ active: false, until: null });
		const [{ headers, envelope }] = await receiver.received(1);
		expect(Number(headers['upstash-retried'])).toBeGreaterThan(0);
		await settled(sandbox);
		const attempts = await log();
		expect(statuses(attempts)).toContain(503);
		expect(attempts[0]).toMatchObject({ http_status: 200, event_id: envelope.id });
	});

	it('disables a webhook after 20 consecutive failures', async () => {
		sandbox.outage.begin();
		for (const title of ['1', '2', '3', '4', '5']) await causeEvent(title);
		const { disabledAt, failures } = await inspect(sandbox, webhook.id);
		expect([failures, typeof disabledAt]).toEqual([20, 'string']);
		sandbox.outage.end();
		await causeEvent('too late');
		expect(receiver.deliveries).toEqual([]);
		expect(await log()).toHaveLength(20);
	});

	it.each([{ seconds: 0 }, { seconds: -1 }, { seconds: 'all day' }])('rejects %j', async (body) => {
		const response = await fetch(`${sandbox.url}/sandbox/outage`, {
			method: 'PUT',
			body: JSON.stringify(body),
			headers: { 'content-type': 'application/json' },
		});
		expect([400, 422]).toContain(response.status);
		expect(sandbox.outage.active).toBe(false);
	});
});
