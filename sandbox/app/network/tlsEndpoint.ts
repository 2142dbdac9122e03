import { connect, type Socket } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { Random } from '../../store/random.ts';
import { Lane } from './lane.ts';
import { listen, type Listener } from './listen.ts';
import { Pipe } from './pipe.ts';

export interface TlsOptions {
	/** PEM */
	key: string;
	/** PEM */
	cert: string;
}

/** Terminates TLS and forwards the decrypted bytes unchanged to a plain HTTP port. */
export async function startTlsEndpoint(to: number, { key, cert }: TlsOptions): Promise<Listener> {
	const lane = new Lane({});
	const random = new Random(0);
	// Only the socket below TLS can be reset.
	const sockets = new Map<number | undefined, Socket>();
	const server = createServer({
		key,
		cert,
		ALPNProtocols: ['http/1.1'],
		allowHalfOpen: true,
		noDelay: true,
	});
	const listener = await listen(server);
	server.on('connection', (socket: Socket) => {
		const { remotePort } = socket;
		listener.track(socket);
		sockets.set(remotePort, socket);
		socket.on('close', () => sockets.delete(remotePort));
	});
	server.on('secureConnection', (near: TLSSocket) => {
		const socket = sockets.get(near.remotePort);
		const far = connect({ port: to, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
		listener.track(far);
		new Pipe({ from: near, to: far, lane, random });
		new Pipe({ from: far, to: near, lane, random, reset: () => socket?.resetAndDestroy() });
	});
	return listener;
}
