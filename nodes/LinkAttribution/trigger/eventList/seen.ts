import { createHash } from 'node:crypto';

/** Stored form: hashes of 8 characters each, concatenated, by the time of the newest of them in base 36. */
export type StoredSeen = Record<string, string>;

/** 48 bits. With 6,000 stored events and a million new ones a day, there is one collision in about a hundred years. */
const HASH_LENGTH = 8;

/** Groups per look-back. Each takes about 14 bytes of JSON, and its events get the time of its newest one. */
const GROUPS = 50;

/** Events that were emitted, and that later polls read again. */
export class Seen {
	/** Epoch milliseconds by the hash of the ID. */
	readonly #times = new Map<string, number>();

	constructor(stored: StoredSeen = {}) {
		for (const [time, hashes] of Object.entries(stored)) {
			for (let from = 0; from < hashes.length; from += HASH_LENGTH) {
				this.#times.set(hashes.slice(from, from + HASH_LENGTH), parseInt(time, 36));
			}
		}
	}

	get size(): number {
		return this.#times.size;
	}

	/** Time of the oldest; Infinity if there are none. */
	get oldest(): number {
		let oldest = Infinity;
		for (const time of this.#times.values()) oldest = Math.min(oldest, time);
		return oldest;
	}

	has(id: string): boolean {
		return this.#times.has(hashOf(id));
	}

	/** The service can list an event twice, with a later time in the second entry. */
	add(id: string, time: number): void {
		const hash = hashOf(id);
		this.#times.set(hash, Math.max(time, this.#times.get(hash) ?? time));
	}

	/** Forgets events before `floor`. */
	prune(floor: number): void {
		for (const [hash, time] of this.#times) if (time < floor) this.#times.delete(hash);
	}

	/** The lowest floor that keeps at most `max` events. */
	floorThatFits(max: number): number {
		const kept = Math.max(0, max);
		if (this.size <= kept) return -Infinity;
		return [...this.#times.values()].sort((a, b) => b - a)[kept] + 1;
	}

	/** @param lookBack milliseconds; the precision of the stored times depends on it */
	toJSON(lookBack: number): StoredSeen {
		const step = Math.max(1, lookBack / GROUPS);
		const groups = new Map<number, { newest: number; hashes: string }>();
		for (const [hash, time] of this.#times) {
			const number = Math.floor(time / step);
			const { newest, hashes } = groups.get(number) ?? { newest: time, hashes: '' };
			groups.set(number, { newest: Math.max(newest, time), hashes: hashes + hash });
		}
		return Object.fromEntries(
			[...groups.values()].map(({ newest, hashes }) => [newest.toString(36), hashes]),
		);
	}
}

function hashOf(id: string): string {
	return createHash('sha256').update(id).digest('base64url').slice(0, HASH_LENGTH);
}
