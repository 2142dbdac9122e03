import { once } from 'node:events';
import { connect } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Agent, request } from 'undici';
import type { NetworkOptions } from '../../../../sandbox/app/network/network.ts';
import { startSandbox, type Sandbox } from '../../../../sandbox/app/server.ts';
import { until } from '../../../support/until';

const sandboxes: Sandbox[] = [];

afterEach(async () => {
	for (const sandbox of sandboxes.splice(0)) await sandbox.close();
});

async function start(network?: NetworkOptions): Promise<Sandbox> {
	const sandbox = await startSandbox({ sampleData: { seed: 1, events: 20 }, network });
	sandboxes.push(sandbox);
	return sandbox;
}

/** Opens a connection, asks once, and closes it. */
async function get(url: string, ca?: string): Promise<unknown> {
	const dispatcher = new Agent({ connect: { ca } });
	try {
		const { body } = await request(url, { dispatcher });
		return await body.json();
	} finally {
		await dispatcher.close();
	}
}

async function elapsed(work: Promise<unknown>): Promise<number> {
	const begin = performance.now();
	await work;
	return performance.now() - begin;
}

describe('sandbox behind a simulated network', () => {
	it('responds after two round trips and applies new settings at runtime', async () => {
		const sandbox = await start({ latency: 40 });
		const { url, network } = sandbox;
		expect(await elapsed(get(`${url}/sandbox`))).toBeGreaterThanOrEqual(80);
		network?.set({ latency: 60 });
		expect(await elapsed(get(`${url}/sandbox`))).toBeGreaterThanOrEqual(120);
		expect(network?.stats.connections).toBe(2);
		expect(url).toBe(`http://127.0.0.1:${network?.port}`);
	});

	it('serves HTTPS and shows its HTTPS URL', async () => {
		const { url, certificate } = await start({ tls: true });
		expect(url).toMatch(/^https:\/\/localhost:\d+$/);
		expect(await get(`${url}/sandbox`, certificate)).toMatchObject({
			url,
			see: expect.arrayContaining([`${url}/sandbox/outbox`]),
		});
		const byNumber = url.replace('localhost', '127.0.0.1');
		expect(await get(`${byNumber}/sandbox`, certificate)).toMatchObject({ url });
	});

	it('uses a certificate that clients do not trust by default', async () => {
		const { url } = await start({ tls: true });
		await expect(get(`${url}/sandbox`)).rejects.toMatchObject({
			code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
		});
	});

	it('resumes TLS sessions', async () => {
		const { network, certificate } = await start({ tls: true });
		const dial = (session?: Buffer): TLSSocket =>
			connectTls({ port: network?.port, host: 'localhost', ca: certificate, session });
		const first = dial();
		const [session] = (await once(first, 'session')) as [Buffer];
		first.destroy();
		const second = dial(session);
		await once(second, 'secureConnect');
		expect(second.isSessionReused()).toBe(true);
		expect(second.getProtocol()).toBe('TLSv1.3');
		second.destroy();
	});

	it.each([false, true])('passes faults on to the client (TLS: %s)', async (tls) => {
		const sandbox = await start({ latency: 10, tls });
		sandbox.faults.set([{ kind: 'reset', path: '/folders' }]);
		await expect(get(`${sandbox.url}/folders`, sandbox.certificate)).rejects.toMatchObject({
			code: 'ECONNRESET',
		});
	});

	it('closes while a response is in transit', async () => {
		const sandbox = await startSandbox({ sampleData: false, network: {} });
		const socket = connect(sandbox.network?.port ?? 0, '127.0.0.1');
		socket.on('error', () => undefined);
		await once(socket, 'connect');
		sandbox.network?.set({ latency: 3_600_000 });
		socket.write('GET /sandbox HTTP/1.1\r\nHost: localhost\r\n\r\n');
		await until(() => (sandbox.network?.stats.bytesUp ?? 0) > 0, 'the request');
		const closed = once(socket, 'close');
		await sandbox.close();
		await closed;
	});

	it('simulates no network by default', async () => {
		const { network, certificate } = await start();
		expect([network, certificate]).toEqual([undefined, undefined]);
	});
});
