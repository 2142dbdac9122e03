import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';

/** Below the range for outgoing connections, which could otherwise take a port before n8n does. */
const range = { first: 20_000, last: 32_000 };

async function reserve(): Promise<Server> {
	for (;;) {
		const server = createServer();
		try {
			await once(server.listen(randomInt(range.first, range.last), '127.0.0.1'), 'listening');
			return server;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
		}
	}
}

/** @returns different free ports of 127.0.0.1 */
export async function freePorts(count: number): Promise<number[]> {
	const servers = await Promise.all(Array.from({ length: count }, reserve));
	const ports = servers.map((server) => (server.address() as AddressInfo).port);
	await Promise.all(servers.map((server) => once(server.close(), 'close')));
	return ports;
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
