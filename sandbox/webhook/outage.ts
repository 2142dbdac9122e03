import type { Clock } from '../http/context.ts';

/** A period in which no webhook receiver can be reached. Deliveries fail and are retried as usual. */
export class Outage {
	readonly #clock: Clock;
	#until = 0;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	get active(): boolean {
		return this.#clock.now() < this.#until;
	}

	/** Epoch milliseconds of the sandbox's clock; null without an outage or for one without an end. */
	get until(): number | null {
		return this.active && this.#until < Infinity ? this.#until : null;
	}

	/** @param seconds duration; undefined: until `end()` */
	begin(seconds = Infinity): void {
		this.#until = this.#clock.now() + seconds * 1000;
	}

	end(): void {
		this.#until = 0;
	}
}
