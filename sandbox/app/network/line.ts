import { connect, createServer } from 'node:net';
import { mixedRandom } from '../../store/random.ts';
import { Lane, type LineSettings } from './lane.ts';
import { listen } from './listen.ts';
import { Pipe } from './pipe.ts';
import { startTlsEndpoint, type TlsOptions } from './tlsEndpoint.ts';

export type { LineSettings } from './lane.ts';

export interface LineOptions extends LineSettings {
	/** The service's port on 127.0.0.1; plain HTTP even with `tls`. */
	to: number;
	/** The line's port on 127.0.0.1; 0 (default) chooses a free port. */
	port?: number;
	/** The same seed gives the same jitter to the same chunks of the same connections. Default 1. */
	seed?: number;
	/** Terminates TLS at the far end, so that a handshake takes its round trips. */
	tls?: TlsOptions;
}

export interface Line {
	port: number;
	/** Counters of what entered the line, in bytes on the wire. */
	readonly stats: { connections: number; bytesUp: number; bytesDown: number };
	readonly settings: Readonly<LineSettings>;
	/** Changes the given settings for bytes that enter the line from now on. */
	set(settings: LineSettings): void;
	close(): Promise<void>;
}

/**
 * Starts a TCP proxy on 127.0.0.1 that simulates a network by latency, jitter, and bandwidth. A new connection costs
 * one round trip. Half-closed and reset connections pass through; a refused connection shows as a reset. Slow start and
 * packet loss are not simulated.
 */
export async function startLine(options: LineOptions): Promise<Line> {
	const { latency, jitter, bandwidth } = options;
	const settings: LineSettings = { latency, jitter, bandwidth };
	const [up, down] = [new Lane(settings), new Lane(settings)];
	const seeds = mixedRandom(options.seed ?? 1);
	const nextRandom = () => mixedRandom(seeds.int(0, 2 ** 31 - 1));
	let connections = 0;

	const endpoint = options.tls && (await startTlsEndpoint(options.to, options.tls));
	const to = endpoint?.port ?? options.to;
	const server = createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true });
	server.on('connection', (near) => {
		connections++;
		listener.track(near);
		const [randomUp, randomDown] = [nextRandom(), nextRandom()];
		const { latency: roundTrip = 0, jitter: more = 0 } = settings;
		const handshake = roundTrip + more * randomUp.fraction();
		// Loopback's own handshake is free, so the client's first bytes are held until a real handshake would be done.
		const start = performance.now() + handshake;
		const open = () => {
			const far = connect({ port: to, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
			listener.track(far);
			new Pipe({ from: near, to: far, lane: up, random: randomUp, start });
			new Pipe({ from: far, to: near, lane: down, random: randomDown });
			near.resume();
		};
		if (handshake === 0) return open();
		const timer = setTimeout(open, handshake);
		near.on('close', () => clearTimeout(timer));
	});
	const listener = await listen(server, options.port).catch(async (error: unknown) => {
		await endpoint?.close();
		throw error;
	});

	return {
		port: listener.port,
		settings,
		get stats() {
			return { connections, bytesUp: up.bytes, bytesDown: down.bytes };
		},
		set(changes) {
			Object.assign(settings, changes);
			if ('bandwidth' in changes) for (const lane of [up, down]) lane.restart();
		},
		async close() {
			await listener.close();
			await endpoint?.close();
		},
	};
}
