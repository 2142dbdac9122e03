import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { sampleKey } from '../../../sandbox/data/lookup.ts';
import { useReceiver } from '../../support/sandbox/receiver.ts';
import { useSandbox } from '../../support/sandbox/useSandbox.ts';

const sandbox = useSandbox();
const receiver = useReceiver();
let port: number;

beforeAll(async () => {
	port = Number(new URL(sandbox.url).port);
});

interface RawResponse {
	status: number;
	body: string;
}

/** Sends headers that `fetch` would set itself. */
async function send(
	method: string,
	path: string,
	headers: Record<string, string>,
	body?: unknown,
): Promise<RawResponse> {
	const sent = request({ method, path, port, host: '127.0.0.1', headers });
	if (body !== undefined) {
		sent.setHeader('content-type', 'application/json');
		sent.write(JSON.stringify(body));
	}
	const response = await new Promise<IncomingMessage>((resolve, reject) => {
		sent.on('response', resolve).on('error', reject).end();
	});
	return { status: response.statusCode ?? 0, body: await text(response) };
}

const OTHER_HOSTS = [
	'evil.example',
	'127.0.0.1.evil.example',
	'evil.example:4820',
	'localhost.evil.example',
	'sandbox.localhost',
	'192.168.0.10',
	'0.0.0.0',
	'[::]',
	'2130706433',
	'127.0.0.1@evil.example',
];

describe('a page that uses DNS rebinding', () => {
	it.each(OTHER_HOSTS)('is rejected with host %j', async (host) => {
		for (const path of ['/sandbox', '/sandbox/outbox', '/sandbox/faults', '/nowhere', '/qr']) {
			const { status, body } = await send('GET', path, { host });
			expect([path, status]).toEqual([path, 403]);
			expect(body).not.toContain('dub_');
		}
	});

	it('cannot use a sample API key', async () => {
		const authorization = `Bearer ${sampleKey(sandbox.db, 'business')}`;
		const { status } = await send('GET', '/folders', { host: 'evil.example', authorization });
		expect(status).toBe(403);
	});

	it('cannot register a webhook or send it a test event', async () => {
		const authorization = `Bearer ${sampleKey(sandbox.db, 'business')}`;
		const webhook = { name: 'x', url: `${receiver.url}/`, triggers: ['link.created'] };
		const headers = { host: 'evil.example', authorization };
		expect((await send('POST', '/webhooks', headers, webhook)).status).toBe(403);
		expect(sandbox.db.all('SELECT * FROM webhooks')).toEqual([]);

		const own = await send(
			'POST',
			'/webhooks',
			{ host: `localhost:${port}`, authorization },
			webhook,
		);
		const { id } = JSON.parse(own.body) as { id: string };
		const test = await send('POST', `/sandbox/webhooks/${id}/test`, headers, {
			trigger: 'link.created',
		});
		expect(test.status).toBe(403);
		expect(receiver.deliveries).toEqual([]);
	});

	it('cannot change faults or outages', async () => {
		const headers = { host: 'evil.example' };
		expect((await send('PUT', '/sandbox/faults', headers, [{ kind: 'reset' }])).status).toBe(403);
		expect((await send('PUT', '/sandbox/outage', headers, {})).status).toBe(403);
		expect(sandbox.faults.all()).toEqual([]);
		expect(sandbox.outage.active).toBe(false);
	});

	it('can access only short links through the domain of a workspace', async () => {
		const host = 'go.business.example.com';
		for (const path of ['/sandbox', '/sandbox/faults', '/sandbox/outbox', '/folders']) {
			const { status, body } = await send('GET', path, { host });
			expect([302, 404]).toContain(status);
			expect(body).not.toContain('dub_');
		}
		expect((await send('PUT', '/sandbox/faults', { host }, [])).status).toBe(404);
	});

	it('is rejected without a Host header', async () => {
		const socket = connect(port, '127.0.0.1');
		socket.end('GET /sandbox HTTP/1.0\r\n\r\n');
		expect(await text(socket)).toMatch(/^HTTP\/1\.1 403 /);
	});
});

describe('a cross-origin page', () => {
	const OTHER_ORIGINS = [
		'https://evil.example',
		'http://localhost.evil.example',
		'http://127.0.0.1:5678.evil.example',
		'http://evil.localhost:4820',
		'null',
	];

	it.each(OTHER_ORIGINS)('is rejected with origin %s', async (origin) => {
		const host = `127.0.0.1:${port}`;
		expect((await send('GET', '/sandbox', { host, origin })).status).toBe(403);
		const fault = await send('PUT', '/sandbox/faults', { host, origin }, [{ kind: 'reset' }]);
		expect(fault.status).toBe(403);
		expect((await send('DELETE', '/sandbox/requests', { host, origin })).status).toBe(403);
		const authorization = `Bearer ${sampleKey(sandbox.db, 'business')}`;
		expect((await send('GET', '/folders', { host, origin, authorization })).status).toBe(403);
		expect(sandbox.faults.all()).toEqual([]);
	});

	it('can link visitors to short links', async () => {
		const link = sandbox.db.get<{ domain: string; key: string }>(
			'SELECT domain, key FROM links WHERE password IS NULL AND disabled_at IS NULL AND expires_at IS NULL',
		);
		const origin = 'https://example.com';
		const byPath = { host: `127.0.0.1:${port}`, origin };
		const path = `/${encodeURIComponent(String(link?.key))}`;
		expect((await send('GET', `/s/${link?.domain}${path}`, byPath)).status).toBe(302);
		const byHost = { host: String(link?.domain), origin };
		expect((await send('GET', path, byHost)).status).toBe(302);
	});
});

describe('the local machine', () => {
	it.each([
		'localhost',
		'LOCALHOST:4820',
		'127.0.0.1',
		'127.0.0.1:1',
		'127.9.8.7:65535',
		'[::1]:80',
	])('is recognized by host %s', async (host) => {
		const { status, body } = await send('GET', '/sandbox', { host });
		expect(status).toBe(200);
		expect(body).toContain('dub_');
	});

	it.each(['http://localhost:5678', 'https://127.0.0.1', 'http://[::1]:8080'])(
		'can connect from a page at %s',
		async (origin) => {
			const host = `localhost:${port}`;
			expect((await send('GET', '/sandbox', { host, origin })).status).toBe(200);
		},
	);
});
