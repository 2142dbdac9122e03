import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';

/** Different ports that nobody listens on at 127.0.0.1. */
export async function freePorts(count: number): Promise<number[]> {
	const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
	await Promise.all(servers.map((server) => once(server, 'listening')));
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
