import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/app/server.ts';
import { TRIGGERS } from '../../../sandbox/http/publisher.ts';
import { Api } from '../../support/sandbox/api.ts';
import { useReceiver } from '../../support/sandbox/receiver.ts';
import { row } from '../../support/sandbox/rows.ts';
import { fromDashboard, inspect, register, settled } from '../../support/sandbox/webhooks.ts';

let sandbox: Sandbox;
const receiver = useReceiver();
let api: Api;

/** Retries follow each other after 0, 0, 2 and 22 milliseconds. */
async function start(webhooks: SandboxOptions['webhooks'] = {}): Promise<void> {
	sandbox = await startSandbox({
		sampleData: { seed: 1, events: 0 },
		webhooks: { retryFactor: 0.000_001, maxRetries: 3, ...webhooks },
	});
	api = new Api(sandbox, 'business');
}

afterEach(async () => {
	await sandbox.close();
});

/** Causes one publication of link.created. */
async function causeEvent(title = 'a link'): Promise<void> {
	const response = await api.post('/links', { url: 'https://example.com', title });
	expect(response.status).toBe(200);
}

async function failuresOf(id: string): Promise<number> {
	await settled(sandbox);
	return (await inspect(sandbox, id)).failures;
}

function mails(): string[] {
	return sandbox.db
		.all<{ recipient: string; subject: string }>('SELECT * FROM outbox ORDER BY id')
		.map(({ recipient, subject }) => `${recipient}: ${subject}`)
		.filter((text) => !text.includes('was added'));
}

describe('a delivery', () => {
	it('is signed over its raw bytes with the full secret', async () => {
		await start();
		const { secret } = await register(sandbox, `${receiver.url}/`, ['link.created']);
		const before = sandbox.clock.now();
		await causeEvent('Größe 🎉 </script>');
		const [{ raw, headers, envelope }] = await receiver.received(1);
		expect(headers['dub-signature']).toBe(createHmac('sha256', secret).update(raw).digest('hex'));
		expect(headers).toMatchObject({
			'content-type': 'application/json',
			'user-agent': 'Upstash-QStash',
			'upstash-message-id': expect.stringMatching(/^msg_/),
			'upstash-retried': '0',
		});
		expect(envelope).toEqual({
			id: expect.stringMatching(/^evt_[0-9A-Za-z]{25}$/),
			event: 'link.created',
			createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
			data: expect.objectContaining({ title: 'Größe 🎉 </script>' }),
		});
		expect(Date.parse(envelope.createdAt)).toBeGreaterThanOrEqual(before);
	});

	it('has the same ID and body for all webhooks, each with its own signature and message ID', async () => {
		await start();
		const one = await register(sandbox, `${receiver.url}/one`, ['link.created']);
		const two = await register(sandbox, `${receiver.url}/two`, ['link.created', 'sale.created']);
		await register(sandbox, `${receiver.url}/three`, ['sale.created']);
		await register(sandbox, `${receiver.url}/four`, ['link.created'], {}, 'advanced');
		await causeEvent();
		const [first] = await receiver.received(1, '/one');
		const [second] = await receiver.received(1, '/two');
		await settled(sandbox);
		expect(receiver.deliveries).toHaveLength(2);
		expect(second.raw.equals(first.raw)).toBe(true);
		for (const [{ secret }, { raw, headers }] of [
			[one, first],
			[two, second],
		] as const) {
			expect(headers['dub-signature']).toBe(createHmac('sha256', secret).update(raw).digest('hex'));
		}
		expect(second.headers['upstash-message-id']).not.toBe(first.headers['upstash-message-id']);
	});

	it('is retried with the same bytes until it succeeds', async () => {
		await start();
		const { id } = await register(sandbox, `${receiver.url}/`, ['link.created']);
		receiver.react = (_delivery, n) => [500, 404][n] ?? 204;
		await causeEvent();
		const [first, ...others] = await receiver.received(3);
		for (const { raw, headers } of others) {
			expect(raw.equals(first.raw)).toBe(true);
			expect(headers['upstash-message-id']).toBe(first.headers['upstash-message-id']);
			expect(headers['dub-signature']).toBe(first.headers['dub-signature']);
		}
		const retried = receiver.deliveries.map(({ headers }) => headers['upstash-retried']);
		expect(retried).toEqual(['0', '1', '2']);
		expect(await failuresOf(id)).toBe(0);

		const log = await api.get<Record<string, unknown>[]>(`/webhooks/${id}/events`);
		expect(log.body.map(({ http_status }) => http_status)).toEqual([204, 404, 500]);
		expect(log.body[1]).toEqual({
			event_id: first.envelope.id,
			webhook_id: id,
			message_id: first.headers['upstash-message-id'],
			event: 'link.created',
			url: `${receiver.url}/`,
			http_status: 404,
			request_body: first.envelope,
			response_body: 'responded 404',
			timestamp: expect.stringMatching(/Z$/),
		});
	});

	it('backs off after each failure', async () => {
		// 12 and 148 milliseconds.
		await start({ retryFactor: 0.001, maxRetries: 2 });
		await register(sandbox, `${receiver.url}/`, ['link.created']);
		const times: number[] = [];
		receiver.react = () => {
			times.push(performance.now());
			return 500;
		};
		await causeEvent();
		await receiver.received(3);
		expect(times[1] - times[0]).toBeGreaterThanOrEqual(11);
		expect(times[2] - times[1]).toBeGreaterThanOrEqual(145);
	});

	it('fails after a timeout or if the receiver cannot be reached', async () => {
		await start({ timeout: 50, maxRetries: 1 });
		const { id } = await register(sandbox, `${receiver.url}/`, ['link.created']);
		receiver.react = () => 'silence';
		await causeEvent();
		await receiver.received(2);
		expect(await failuresOf(id)).toBe(3);
		const nobody = await register(sandbox, 'http://127.0.0.1:1/', ['link.created']);
		receiver.react = () => 200;
		await causeEvent();
		expect(await failuresOf(nobody.id)).toBe(3);
		const log = await api.get<Record<string, unknown>[]>(`/webhooks/${nobody.id}/events`);
		expect(log.body[0]).toMatchObject({
			http_status: 503,
			response_body: expect.stringContaining('ECONNREFUSED'),
		});
	});

	it('is sent only to loopback addresses', async () => {
		await start({ maxRetries: 0 });
		const { port } = new URL(receiver.url);
		const hosts = [
			...['hooks.example.com', '192.0.2.1', '0.0.0.0', 'receiver.localhost', 'localhost.'],
			// Other notations of 127.0.0.1.
			...['2130706433', '0x7f000001', '0x7f.0.0.1', '0177.0.0.1', '127.1', '127.0.1'],
			...['127.0.0.1.', '①②⑦.0.0.1', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0::1]', '[::]'],
			// Names that others put before the true host.
			...['me@127.0.0.1', '127.0.0.1:1@127.0.0.1'],
		];
		for (const host of hosts) {
			const { id } = await register(sandbox, `http://${host}:${port}/`, ['link.created']);
			await causeEvent();
			expect([host, await failuresOf(id)]).toEqual([host, 2]);
			const { response_body: text } = row<{ response_body: string }>(
				sandbox,
				'SELECT response_body FROM webhook_deliveries WHERE webhook_id = ?',
				id,
			);
			expect([host, text]).toEqual([host, 'The sandbox delivers only to loopback addresses.']);
			await api.delete(`/webhooks/${id}`);
		}
		expect(receiver.deliveries).toEqual([]);
	});

	it('is sent to every supported loopback host', async () => {
		await start({ maxRetries: 0 });
		const { port } = new URL(receiver.url);
		for (const host of ['localhost', 'LOCALHOST', '127.0.0.1']) {
			await register(sandbox, `http://${host}:${port}/${host}`, ['link.created']);
		}
		await causeEvent();
		await settled(sandbox);
		expect(receiver.deliveries).toHaveLength(3);
	});

	it('does not follow redirects, retries them, and does not count them as failures', async () => {
		await start();
		const { id } = await register(sandbox, `${receiver.url}/`, ['link.created']);
		receiver.react = () => 302;
		await causeEvent();
		await receiver.received(4);
		expect(await failuresOf(id)).toBe(0);
		expect(receiver.deliveries.map(({ path }) => path)).toEqual(['/', '/', '/', '/']);
	});

	it('logs at most 200 characters of the response', async () => {
		await start();
		const { id } = await register(sandbox, `${receiver.url}/`, ['link.created']);
		receiver.react = () => 'endless';
		await causeEvent();
		await receiver.received(1);
		expect(await failuresOf(id)).toBe(0);
		const log = await api.get<{ response_body: string }[]>(`/webhooks/${id}/events`);
		expect(log.body.map((entry) => entry.response_body.length)).toEqual([200]);
	});
});

describe('a failing webhook', () => {
	it('counts each attempt and the final failure, sends warnings, and is disabled after 20 failures', async () => {
		await start();
		const { id } = await register(sandbox, `${receiver.url}/`, ['link.created']);
		receiver.react = () => 500;
		await causeEvent();
		expect(await failuresOf(id)).toBe(5);
		expect(mails()).toEqual(['owner@business.example.com: Webhook Test is failing']);
		for (const expected of [10, 15]) {
			await causeEvent();
			expect(await failuresOf(id)).toBe(expected);
		}
		expect((await inspect(sandbox, id)).disabledAt).toBeNull();
		await causeEvent();
		expect(await failuresOf(id)).toBe(20);
		expect(mails().slice(-2)).toEqual([
			'owner@business.example.com: Webhook Test is failing',
			'owner@business.example.com: Webhook Test has been disabled',
		]);
		const { body } = await api.get<{ disabledAt: string }>(`/webhooks/${id}`);
		expect(Date.parse(body.disabledAt)).toBeLessThanOrEqual(sandbox.clock.now());

		receiver.react = () => 200;
		const before = receiver.deliveries.length;
		expect(before).toBe(16);
		await causeEvent();
		await settled(sandbox);
		expect(receiver.deliveries).toHaveLength(before);
		expect(mails()).toHaveLength(4);
	});

	it('resets its failure count after a success', async () => {
		await start();
		const { id } = await register(sandbox, `${receiver.url}/`, ['link.created']);
		receiver.react = () => 500;
		for (let i = 0; i < 3; i++) await causeEvent();
		expect(await failuresOf(id)).toBe(15);
		receiver.react = () => 200;
		await causeEvent();
		expect(await failuresOf(id)).toBe(0);
	});

	it('receives no more retries after it is deleted', async () => {
		await start({ retryFactor: 0.01 });
		const { id } = await register(sandbox, `${receiver.url}/`, ['link.created']);
		receiver.react = () => 500;
		await causeEvent();
		await receiver.received(1);
		await api.delete(`/webhooks/${id}`);
		await settled(sandbox);
		expect(receiver.deliveries.length).toBeLessThanOrEqual(2);
	});
});

describe('from the dashboard', () => {
	it('sends a test event of any type, even to a disabled webhook without that trigger', async () => {
		await start();
		const webhook = await register(sandbox, `${receiver.url}/`, ['link.created']);
		sandbox.db.run('UPDATE webhooks SET disabled_at = 1 WHERE id = ?', webhook.id);
		const eventIds = new Set<string>();
		for (const trigger of TRIGGERS) {
			const { status, eventId } = await fromDashboard(sandbox, webhook, 'test', { trigger });
			expect(status).toBe(200);
			eventIds.add(eventId);
		}
		const deliveries = await receiver.received(TRIGGERS.length);
		expect(new Set(deliveries.map(({ envelope }) => envelope.event))).toEqual(new Set(TRIGGERS));
		expect(new Set(deliveries.map(({ envelope }) => envelope.id))).toEqual(eventIds);
		for (const { raw, headers } of deliveries) {
			const signature = createHmac('sha256', webhook.secret).update(raw).digest('hex');
			expect(headers['dub-signature']).toBe(signature);
		}
		const unknown = await fromDashboard(sandbox, webhook, 'test', { trigger: 'nope' });
		expect(unknown.status).toBe(422);
		const lost = await fromDashboard(sandbox, { id: 'wh_x' }, 'test', { trigger: TRIGGERS[0] });
		expect(lost.status).toBe(404);
	});

	it('redelivers an event byte for byte', async () => {
		await start();
		const webhook = await register(sandbox, `${receiver.url}/`, ['link.created']);
		await causeEvent();
		const [first] = await receiver.received(1);
		await settled(sandbox);
		for (let i = 0; i < 3; i++) {
			const body = { event_id: first.envelope.id };
			const { status, eventId } = await fromDashboard(sandbox, webhook, 'redeliver', body);
			expect([status, eventId]).toEqual([200, first.envelope.id]);
		}
		for (const { raw, headers } of await receiver.received(4)) {
			expect(raw.equals(first.raw)).toBe(true);
			expect(headers['dub-signature']).toBe(first.headers['dub-signature']);
		}
		const unknown = await fromDashboard(sandbox, webhook, 'redeliver', { event_id: 'evt_x' });
		expect(unknown.status).toBe(404);
	});
});

it('closes immediately while deliveries are waiting or in progress', async () => {
	await start({ retryFactor: 1 });
	await register(sandbox, `${receiver.url}/hangs`, ['link.created']);
	await register(sandbox, `${receiver.url}/fails`, ['link.created']);
	receiver.react = ({ path }) => (path === '/hangs' ? 'silence' : 500);
	await causeEvent();
	await receiver.received(1, '/hangs');
	await receiver.received(1, '/fails');
	const before = performance.now();
	await sandbox.close();
	expect(performance.now() - before).toBeLessThan(8000);
	await start();
	await settled(sandbox);
	expect(receiver.deliveries).toHaveLength(2);
});
