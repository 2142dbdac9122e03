import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';

/** Below those that systems give to outgoing connections, which could take one before n8n does. */
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

/** Different ports that nobody listens on at 127.0.0.1. */
export async function freePorts(count: number): Promise<number[]> {
	const servers = await Promise.all(Array.from({ length: count }, reserve));
	const ports = servers.map((server) => (server.address() as AddressInfo).port);
	await Promise.all(servers.map((server) => once(server.close(), 'close')));
	return ports;
}

/** Whether anybody answers at localhost, which can mean either address. */
export async function isPortInUse(port: number): Promise<boolean> {
	const answers = ['127.0.0.1', '::1'].map(async (host) => {
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
	return (await Promise.all(answers)).includes(true);
}
