/** The sandbox's time. It runs with the machine's clock and can be moved ahead, so that lifetimes need no waiting. */
export class Clock {
	#offset = 0;

	/** Epoch milliseconds. */
	now(): number {
		return Date.now() + this.#offset;
	}

	advance(milliseconds: number): void {
		this.#offset += milliseconds;
	}
}
