import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { makeCertificate } from '../../../../sandbox/app/network/network.ts';
import { startLine, type Line, type LineOptions } from '../../../../sandbox/app/network/line.ts';
import type { TlsOptions } from '../../../../sandbox/app/network/tlsEndpoint.ts';
import { until } from '../../../support/until';

let tls: TlsOptions;
const opened: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
	tls = await makeCertificate();
});

afterEach(async () => {
	for (const close of opened.splice(0).reverse()) await close();
});

/** A service that handles each connection with the given function. @returns its port */
async function serve(onConnection: (socket: Socket) => void): Promise<number> {
	const server: Server = createServer({ allowHalfOpen: true }, (socket) => {
		socket.on('error', () => undefined);
		onConnection(socket);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	opened.push(() => new Promise((resolve) => server.close(resolve)));
	return (server.address() as AddressInfo).port;
}

async function lineTo(to: number, options: Omit<LineOptions, 'to'> = {}): Promise<Line> {
	const line = await startLine({ to, ...options });
	opened.push(() => line.close());
	return line;
}

const echo = () => serve((socket) => socket.pipe(socket));

function dial(port: number, withTls = false): Socket {
	return withTls
		? connectTls({ port, host: 'localhost', ca: tls.cert })
		: connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
}

/** @returns all that comes, and the code of the error that ended it */
async function receive(socket: Socket): Promise<{ text: string; error?: string }> {
	let text = '';
	let error: string | undefined;
	socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
	socket.on('error', ({ code }: NodeJS.ErrnoException) => (error = code));
	socket.on('end', () => socket.end());
	await new Promise((resolve) => socket.on('close', resolve));
	return { text, error };
}

/** Sends one message and waits for as many bytes. @returns milliseconds from `start` */
async function exchange(socket: Socket, start = performance.now()): Promise<number> {
	socket.write('ping');
	await once(socket, 'data');
	return performance.now() - start;
}

describe('latency', () => {
	it('delays a message by one round trip and a new connection by another', async () => {
		const line = await lineTo(await echo(), { latency: 80 });
		const start = performance.now();
		const socket = dial(line.port);
		expect(await exchange(socket, start)).toBeGreaterThanOrEqual(160);
		expect(await exchange(socket)).toBeGreaterThanOrEqual(80);
		socket.destroy();
	});

	it('delays a new TLS 1.3 connection and its first message by three round trips', async () => {
		const line = await lineTo(await echo(), { latency: 40, tls });
		const start = performance.now();
		const socket = dial(line.port, true);
		expect(await exchange(socket, start)).toBeGreaterThanOrEqual(120);
		expect(await exchange(socket)).toBeGreaterThanOrEqual(40);
		socket.destroy();
	});

	it('delays by the handshake only once if the client waits after connecting', async () => {
		const line = await lineTo(await echo(), { latency: 30 });
		const socket = dial(line.port);
		await new Promise((resolve) => setTimeout(resolve, 60));
		expect(await exchange(socket)).toBeGreaterThanOrEqual(30);
		socket.destroy();
	});

	it('increases with jitter, without reordering data', async () => {
		const line = await lineTo(await echo(), { latency: 10, jitter: 20, seed: 7 });
		const socket = dial(line.port);
		const response = receive(socket);
		const start = performance.now();
		const lines = Array.from({ length: 200 }, (_, i) => `line ${i}\n`);
		for (const text of lines) {
			socket.write(text);
			await new Promise(setImmediate);
		}
		socket.end();
		expect(await response).toEqual({ text: lines.join(''), error: undefined });
		expect(performance.now() - start).toBeGreaterThanOrEqual(10);
	});

	it('can be changed at runtime', async () => {
		const line = await lineTo(await echo());
		const socket = dial(line.port);
		await exchange(socket);
		line.set({ latency: 50 });
		expect(await exchange(socket)).toBeGreaterThanOrEqual(50);
		socket.destroy();
	});
});

describe('bandwidth', () => {
	it.each([1, 2])('is shared by %d connections', async (connections) => {
		const line = await lineTo(await echo(), { bandwidth: 1_000_000 });
		const text = 'x'.repeat(200_000 / connections);
		const start = performance.now();
		const responses = await Promise.all(
			Array.from({ length: connections }, () => {
				const socket = dial(line.port);
				socket.end(text);
				return receive(socket);
			}),
		);
		expect(performance.now() - start).toBeGreaterThanOrEqual(200);
		expect(responses.map((response) => response.text)).toEqual(responses.map(() => text));
		expect(line.stats).toEqual({ connections, bytesUp: 200_000, bytesDown: 200_000 });
	});

	it('does not delay new data after the limit is removed at runtime', async () => {
		const line = await lineTo(await echo(), { bandwidth: 1 });
		const slow = dial(line.port);
		slow.write('x'.repeat(1000));
		await until(() => line.stats.bytesUp > 0, 'the slow bytes');
		line.set({ bandwidth: undefined });
		const fast = dial(line.port);
		await exchange(fast);
		for (const socket of [slow, fast]) socket.destroy();
	});
});

describe('content', () => {
	const content = Array.from({ length: 400_000 }, (_, i) => `${i} `).join('');

	it.each([
		['without limits', {}, false],
		['with latency', { latency: 10, jitter: 5 }, false],
		['with latency and TLS', { latency: 10, jitter: 5 }, true],
		[
			'with latency, limited bandwidth, and TLS',
			{ latency: 10, jitter: 5, bandwidth: 50_000_000 },
			true,
		],
	])('returns 2.7 MB unchanged %s', async (_name, settings, withTls) => {
		const line = await lineTo(await echo(), { ...settings, tls: withTls ? tls : undefined });
		const socket = dial(line.port, withTls);
		socket.end(content);
		const { text, error } = await receive(socket);
		expect(error).toBeUndefined();
		expect(text === content).toBe(true);
	});

	it('accepts at most a window of 16 MiB in transit', async () => {
		const line = await lineTo(await echo());
		const socket = dial(line.port);
		await exchange(socket);
		line.set({ latency: 3_600_000 });
		socket.on('error', () => undefined);
		socket.write(Buffer.alloc(32 * 1024 * 1024));
		await until(() => line.stats.bytesUp >= 16 * 1024 * 1024, 'a full window');
		await new Promise((resolve) => setTimeout(resolve, 50));
		expect(line.stats.bytesUp).toBeLessThanOrEqual(16 * 1024 * 1024 + 64 * 1024);
		socket.destroy();
	});

	it('delivers the response to a client that has ended its side of the connection', async () => {
		const to = await serve((socket) => socket.resume().on('end', () => socket.end('response')));
		const line = await lineTo(to, { latency: 10 });
		const socket = dial(line.port);
		socket.end('question');
		expect(await receive(socket)).toEqual({ text: 'response', error: undefined });
	});

	it('delivers data to a service that has ended its side of the connection', async () => {
		let heard: Promise<{ text: string }> | undefined;
		const to = await serve((socket) => {
			heard = receive(socket);
			socket.end('response');
		});
		const line = await lineTo(to, { latency: 10 });
		const socket = dial(line.port);
		socket.resume();
		await once(socket, 'end');
		socket.end('late');
		await once(socket, 'close');
		expect(await heard).toEqual({ text: 'late', error: undefined });
	});
});

describe.each([
	['plain', false],
	['TLS', true],
])('broken connections (%s)', (_name, withTls) => {
	const latency = 20;

	async function connectTo(onConnection: (socket: Socket) => void): Promise<Socket> {
		const line = await lineTo(await serve(onConnection), {
			latency,
			tls: withTls ? tls : undefined,
		});
		const socket = dial(line.port, withTls);
		socket.write('hello');
		return socket;
	}

	it('passes a reset by the service on to the client after the data sent before', async () => {
		const start = performance.now();
		const socket = await connectTo((service) =>
			service.once('data', () => service.write('half', () => service.resetAndDestroy())),
		);
		expect(await receive(socket)).toEqual({ text: 'half', error: 'ECONNRESET' });
		expect(performance.now() - start).toBeGreaterThanOrEqual(2 * latency);
	});

	it('closes the connection to the service if the client disconnects', async () => {
		let seen: Promise<unknown> | undefined;
		const socket = await connectTo((service) => {
			seen = receive(service);
			service.write('response');
		});
		await once(socket, 'data');
		// Below TLS the connection cannot be reset from here; it ends.
		if (withTls) socket.destroy();
		else socket.resetAndDestroy();
		await until(() => seen !== undefined, 'the connection');
		expect(await seen).toEqual({ text: 'hello', error: withTls ? undefined : 'ECONNRESET' });
	});

	it('resets the connection if the service is not listening', async () => {
		const server = createServer().listen(0, '127.0.0.1');
		await once(server, 'listening');
		const { port } = server.address() as AddressInfo;
		await new Promise((resolve) => server.close(resolve));
		const line = await lineTo(port, { latency, tls: withTls ? tls : undefined });
		const socket = dial(line.port, withTls);
		expect(await receive(socket)).toEqual({ text: '', error: 'ECONNRESET' });
	});

	it('drops data in transit when the line closes', async () => {
		const line = await startLine({
			to: await echo(),
			latency: 3_600_000,
			tls: withTls ? tls : undefined,
		});
		const socket = dial(line.port, withTls);
		socket.write('never heard');
		await until(() => line.stats.connections === 1, 'the connection');
		const received = receive(socket);
		await line.close();
		expect((await received).text).toBe('');
	});
});
