import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';

export interface Listener {
	port: number;
	/** Closes the socket together with the listener. */
	track(socket: Socket): void;
	close(): Promise<void>;
}

/**
 * Listens on 127.0.0.1.
 *
 * @param port 0 chooses a free port
 */
export async function listen(server: Server, port = 0): Promise<Listener> {
	const sockets = new Set<Socket>();
	server.listen(port, '127.0.0.1');
	await once(server, 'listening');
	return {
		port: (server.address() as AddressInfo).port,
		track(socket) {
			sockets.add(socket);
			socket.on('close', () => sockets.delete(socket));
		},
		async close() {
			const closed = once(server, 'close');
			server.close();
			for (const socket of sockets) socket.destroy();
			await closed;
		},
	};
}
