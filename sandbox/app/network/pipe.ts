import type { Socket } from 'node:net';
import type { Random } from '../../store/random.ts';
import type { Lane } from './lane.ts';

/** Maximum bytes in flight in one direction of a connection: 400 MB/s at a round trip of 80 ms. */
const MAX_IN_FLIGHT = 16 * 1024 * 1024;
/** Milliseconds of data that a connection reads ahead at a limited bandwidth, so that late timers cause no gap. */
const READ_AHEAD = 10;

interface PipeOptions {
	from: Socket;
	to: Socket;
	lane: Lane;
	/** Source of the jitter. */
	random: Random;
	/** The earliest time of delivery, in milliseconds of `performance.now()`. */
	start?: number;
	/** Resets the connection at the far end; `to.resetAndDestroy()` by default. */
	reset?: () => void;
}

interface Packet {
	due: number;
	/** null: the end of the stream */
	chunk: Buffer | null;
}

/** Forwards bytes, the end of the stream, and resets from one socket to another, delayed but in order. */
export class Pipe {
	readonly #options: PipeOptions;
	#queue: Packet[] = [];
	#queuedBytes = 0;
	#lastDue = 0;
	#readAt = 0;
	#resetAt = Infinity;
	#timer: NodeJS.Timeout | undefined;

	constructor(options: PipeOptions) {
		this.#options = options;
		const { from, to } = options;
		from.on('data', (chunk: Buffer) => this.#push(chunk));
		from.on('end', () => this.#push(null));
		from.on('error', () => {
			this.#resetAt = this.#due(0);
			this.#run();
		});
		to.on('drain', () => this.#run());
		to.on('close', () => {
			clearTimeout(this.#timer);
			this.#queue = [];
			// Unread data would hide the end of the connection.
			from.resume();
		});
	}

	#push(chunk: Buffer | null): void {
		if (this.#options.to.destroyed) return;
		const bytes = chunk?.length ?? 0;
		this.#queue.push({ due: this.#due(bytes), chunk });
		this.#queuedBytes += bytes;
		this.#run();
	}

	#due(bytes: number): number {
		const { lane, random, start = 0 } = this.#options;
		const { latency = 0, jitter = 0 } = lane.settings;
		const sent = lane.send(bytes, Math.max(performance.now(), start));
		const late = jitter && jitter * random.fraction();
		this.#readAt = sent - READ_AHEAD;
		this.#lastDue = Math.max(this.#lastDue, sent + (latency + late) / 2);
		return this.#lastDue;
	}

	/** Delivers what is due, resumes or pauses reading, and schedules the next run. */
	#run(): void {
		const { from, to, reset = () => to.resetAndDestroy() } = this.#options;
		if (to.destroyed) return;
		const now = performance.now();
		while (this.#queue.length > 0 && this.#queue[0].due <= now && !to.writableNeedDrain) {
			this.#deliver(this.#queue.shift()?.chunk ?? null);
		}
		if (this.#resetAt <= now) return reset();

		const mayRead = this.#readAt <= now && this.#queuedBytes < MAX_IN_FLIGHT;
		if (mayRead) from.resume();
		else from.pause();

		const next = Math.min(
			to.writableNeedDrain ? Infinity : (this.#queue[0]?.due ?? Infinity),
			this.#readAt > now ? this.#readAt : Infinity,
			this.#resetAt,
		);
		clearTimeout(this.#timer);
		// A timer can fire a fraction of a millisecond early; the next run then waits for the rest.
		if (next < Infinity) this.#timer = setTimeout(() => this.#run(), Math.ceil(next - now));
	}

	#deliver(chunk: Buffer | null): void {
		if (chunk === null) {
			this.#options.to.end();
		} else {
			this.#queuedBytes -= chunk.length;
			this.#options.to.write(chunk);
		}
	}
}
