import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate, setTimeout } from 'node:timers/promises';

/** Sends half of the body, then closes the connection. */
export function truncated(body: Buffer, socket: Socket): Readable {
	async function* parts() {
		yield body.subarray(0, body.length / 2);
		await setImmediate();
		socket.destroySoon();
		if (!socket.destroyed) await once(socket, 'close');
	}
	return Readable.from(parts());
}

/**
 * Sends the whole body slowly.
 *
 * @param stall milliseconds to pause halfway
 * @param bytesPerSecond undefined: no limit
 */
export function throttled(
	body: Buffer,
	socket: Socket,
	stall: number,
	bytesPerSecond: number | undefined,
): Readable {
	async function* steps(part: Buffer) {
		const size = bytesPerSecond ? Math.ceil(bytesPerSecond / 10) : part.length;
		for (let at = 0; at < part.length && !socket.destroyed; at += size) {
			yield part.subarray(at, at + size);
			if (bytesPerSecond) await pause((size * 1000) / bytesPerSecond, socket);
		}
	}
	async function* parts() {
		yield* steps(body.subarray(0, body.length / 2));
		await pause(stall, socket);
		yield* steps(body.subarray(body.length / 2));
	}
	return Readable.from(parts());
}

/** Waits, at most until the connection closes. */
export async function pause(milliseconds: number, socket: Socket): Promise<void> {
	if (milliseconds === 0 || socket.destroyed) return;
	const over = new AbortController();
	const abort = () => over.abort();
	socket.once('close', abort);
	await setTimeout(milliseconds, undefined, { signal: over.signal }).catch(() => {});
	socket.off('close', abort);
}
