import type { Socket } from 'node:net';
import type { Random } from '../../data/random.ts';
import type { Lane } from './lane.ts';

/** Bytes under way at most, in one direction of one connection: 400 MB/s at a round trip of 80 ms. */
const WINDOW = 16 * 1024 * 1024;
/** Milliseconds of work that a connection keeps ahead at a limited bandwidth, so that late timers leave no gap. */
const AHEAD = 10;

export interface PipeOptions {
	from: Socket;
	to: Socket;
	lane: Lane;
	/** Decides the jitter. */
	random: Random;
	/** Nothing leaves before: milliseconds of `performance.now()`. */
	start?: number;
	/** Breaks the connection at the far end; `to.resetAndDestroy()` unless given. */
	reset?: () => void;
}

interface Packet {
	due: number;
	/** null: no more bytes will come */
	chunk: Buffer | null;
}

/** Carries bytes, their end and a broken connection from one socket to another, late but in order. */
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
			// What is not read hides that the connection ends.
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
		this.#readAt = sent - AHEAD;
		this.#lastDue = Math.max(this.#lastDue, sent + (latency + late) / 2);
		return this.#lastDue;
	}

	/** Delivers what is due, reads on or waits, and comes back when there is more to do. */
	#run(): void {
		const { from, to, reset = () => to.resetAndDestroy() } = this.#options;
		if (to.destroyed) return;
		const now = performance.now();
		while (this.#queue.length > 0 && this.#queue[0].due <= now && !to.writableNeedDrain) {
			this.#deliver(this.#queue.shift()?.chunk ?? null);
		}
		if (this.#resetAt <= now) return reset();

		const mayRead = this.#readAt <= now && this.#queuedBytes < WINDOW;
		if (mayRead) from.resume();
		else from.pause();

		const next = Math.min(
			to.writableNeedDrain ? Infinity : (this.#queue[0]?.due ?? Infinity),
			this.#readAt > now ? this.#readAt : Infinity,
			this.#resetAt,
		);
		clearTimeout(this.#timer);
		// Timers may be a fraction of a millisecond early; then the next run waits for the rest.
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
