/** May be changed while the line runs. */
export interface LineSettings {
	/** Milliseconds of a round trip; each direction takes half of it (0). */
	latency?: number;
	/** A round trip takes up to this many milliseconds longer, never shorter (0). */
	jitter?: number;
	/** Bytes per second in each direction, shared by all connections (unlimited). */
	bandwidth?: number;
}

/** One direction of the line. Bytes leave it in the order in which they came. */
export class Lane {
	bytes = 0;
	readonly settings: LineSettings;
	#freeAt = 0;

	constructor(settings: LineSettings) {
		this.settings = settings;
	}

	/** @returns when the last of the bytes is on its way: milliseconds of `performance.now()` */
	send(bytes: number, now: number): number {
		const { bandwidth } = this.settings;
		this.bytes += bytes;
		if (!bandwidth) return now;
		this.#freeAt = Math.max(this.#freeAt, now) + (bytes / bandwidth) * 1000;
		return this.#freeAt;
	}

	/** Bytes yet to come no longer wait for those that were sent at an earlier bandwidth. */
	restart(): void {
		this.#freeAt = 0;
	}
}
