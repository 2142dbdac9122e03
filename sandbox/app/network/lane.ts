/** Can be changed while the line runs. */
export interface LineSettings {
	/** Round-trip time in milliseconds, half in each direction. Default 0. */
	latency?: number;
	/** Maximum additional milliseconds of a round trip. Default 0. */
	jitter?: number;
	/** Bytes per second in each direction, shared by all connections. Default unlimited. */
	bandwidth?: number;
}

/** The settings that are accepted. */
export const RANGES = {
	latency: { min: 0, max: 60_000 },
	jitter: { min: 0, max: 60_000 },
	bandwidth: { min: 1000, max: 10_000_000_000 },
} as const satisfies Record<keyof LineSettings, object>;

/** One direction of the line. Keeps the order of bytes. */
export class Lane {
	bytes = 0;
	readonly settings: LineSettings;
	#freeAt = 0;

	constructor(settings: LineSettings) {
		this.settings = settings;
	}

	/** @returns when the last byte is sent, in milliseconds of `performance.now()` */
	send(bytes: number, now: number): number {
		const { bandwidth } = this.settings;
		this.bytes += bytes;
		if (!bandwidth) return now;
		this.#freeAt = Math.max(this.#freeAt, now) + (bytes / bandwidth) * 1000;
		return this.#freeAt;
	}

	/** New bytes stop waiting for those sent at an earlier bandwidth. */
	restart(): void {
		this.#freeAt = 0;
	}
}
