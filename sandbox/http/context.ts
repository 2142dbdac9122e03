import type { Database } from '../store/database.ts';
import type { Publisher } from './publisher.ts';
import type { Quirks } from './quirks.ts';

/**
 * The sandbox's time: the machine's clock, which tests can move ahead so that nothing waits for an expiry, and stop so
 * that nothing depends on how fast the machine is.
 */
export class Clock {
	#offset = 0;
	#stoppedAt?: number;

	/** Epoch milliseconds. */
	now(): number {
		return (this.#stoppedAt ?? Date.now()) + this.#offset;
	}

	advance(milliseconds: number): void {
		this.#offset += milliseconds;
	}

	/** From now on, only `advance` moves it. */
	stop(): void {
		this.#stoppedAt ??= Date.now();
	}
}

/** The dependencies of every part of the sandbox, including those that `Context` consists of. */
export interface Core {
	db: Database;
	clock: Clock;
	/** Can be changed at any time. */
	quirks: Quirks;
}

/** What every route works with. */
export interface Context extends Core {
	webhooks: Publisher;
	/** The sandbox's own URL, for example `http://127.0.0.1:4820`; known once it listens. */
	url: () => string;
	/** Runs work that continues after the response was sent; `close()` finishes it first. */
	background: (delay: number, work: () => void) => void;
}
