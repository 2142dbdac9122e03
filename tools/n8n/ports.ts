import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';

/** Below the range for outgoing connections, which could otherwise take a port before n8n does. */
const range = { first: 20_000, last: 32_000 };

/** Reserves a port for as long as this process runs: other callers in any process skip it, also while nobody listens. */
const RESERVATIONS = '127.0.0.2';

async function listen(port: number, host: string): Promise<Server> {
	const server = createServer();
	await once(server.listen(port, host), 'listening');
	return server;
}

async function reserve(): Promise<number> {
	for (;;) {
		const port = randomInt(range.first, range.last);
		try {
			const reservation = await listen(port, RESERVATIONS).catch((error: unknown) => {
				// macOS has only 127.0.0.1.
				if ((error as NodeJS.ErrnoException).code !== 'EADDRNOTAVAIL') throw error;
			});
			reservation?.unref();
			await once((await listen(port, '127.0.0.1')).close(), 'close');
			return port;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
		}
	}
}

/** @returns different free ports of 127.0.0.1, which this function gives to nobody else while this process runs */
export async function freePorts(count: number): Promise<number[]> {
	return await Promise.all(Array.from({ length: count }, reserve));
}

/** Whether a program listens on this port of localhost, with IPv4 or IPv6. */
export async function isPortInUse(port: number): Promise<boolean> {
	const connections = ['127.0.0.1', '::1'].map(async (host) => {
		const socket = connect(port, host);
		try {
			await once(socket, 'connect');
			return true;
		} catch {
			return false;
		} finally {
			socket.destroy();
		}
	});
	return (await Promise.all(connections)).includes(true);
}
