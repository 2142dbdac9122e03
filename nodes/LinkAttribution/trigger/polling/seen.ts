import { createHash } from 'node:crypto';

/** Stored form: hashes of 8 characters each, concatenated, by the time until which they are kept. */
export type StoredSeen = Record<string, string>;

/**
 * 48 bits. With 6,000 remembered events and a million new ones a day, one event in about a hundred years is mistaken for
 * another one.
 */
const HASH_LENGTH = 8;

/** How many groups a look-back is divided into; each takes about 14 bytes of JSON. */
const GROUPS = 50;

/** The events that were emitted and that a later poll reads again. */
export class Seen {
	/** Times by hash of the ID, epoch milliseconds. */
	readonly #times = new Map<string, number>();

	constructor(stored: StoredSeen = {}) {
		for (const [time, hashes] of Object.entries(stored)) {
			for (let from = 0; from < hashes.length; from += HASH_LENGTH) {
				this.#times.set(hashes.slice(from, from + HASH_LENGTH), parseInt(time, 36) * 1000);
			}
		}
	}

	get size(): number {
		return this.#times.size;
	}

	/** Time of the oldest; Infinity when there is none. */
	get oldest(): number {
		let oldest = Infinity;
		for (const time of this.#times.values()) oldest = Math.min(oldest, time);
		return oldest;
	}

	has(id: string): boolean {
		return this.#times.has(hashOf(id));
	}

	/** An event that the service lists twice can be dated later the second time. */
	add(id: string, time: number): void {
		const hash = hashOf(id);
		this.#times.set(hash, Math.max(time, this.#times.get(hash) ?? time));
	}

	/** Forgets what happened before `floor`. */
	prune(floor: number): void {
		for (const [hash, time] of this.#times) if (time < floor) this.#times.delete(hash);
	}

	/** The lowest floor that leaves no more than `max`. */
	floorThatFits(max: number): number {
		if (this.size <= max) return -Infinity;
		return [...this.#times.values()].sort((a, b) => b - a)[Math.max(0, max)] + 1;
	}

	/** @param lookBack milliseconds; how exactly times are stored depends on it */
	toJSON(lookBack: number): StoredSeen {
		const step = Math.max(1, Math.ceil(lookBack / GROUPS / 1000));
		const groups = new Map<string, string[]>();
		for (const [hash, time] of this.#times) {
			const group = (Math.ceil(time / 1000 / step) * step).toString(36);
			const hashes = groups.get(group);
			if (hashes) hashes.push(hash);
			else groups.set(group, [hash]);
		}
		return Object.fromEntries([...groups].map(([time, hashes]) => [time, hashes.join('')]));
	}
}

function hashOf(id: string): string {
	return createHash('sha256').update(id).digest('base64url').slice(0, HASH_LENGTH);
}
