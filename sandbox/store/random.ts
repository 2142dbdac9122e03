import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { Bytes } from './ids.ts';

/** Values with relative weights. */
export type Weighted<T> = readonly (readonly [value: T, weight: number])[];

/** Seeded random numbers: the same seed gives the same sequence. */
export class Random {
	readonly #source: ReturnType<typeof xoroshiro128plus>;

	constructor(seed: number) {
		this.#source = xoroshiro128plus(seed);
	}

	/** At least 0, below 1. */
	fraction(): number {
		return (this.#source.next() >>> 0) / 2 ** 32;
	}

	/** A whole number from `min` to `max`, both included. */
	int(min: number, max: number): number {
		return min + Math.floor(this.fraction() * (max - min + 1));
	}

	chance(probability: number): boolean {
		return this.fraction() < probability;
	}

	pick<T>(values: readonly T[]): T {
		return values[Math.floor(this.fraction() * values.length)];
	}

	weighted<T>(values: Weighted<T>): T {
		const total = values.reduce((sum, [, weight]) => sum + weight, 0);
		let rest = this.fraction() * total;
		for (const [value, weight] of values) {
			rest -= weight;
			if (rest < 0) return value;
		}
		return values[values.length - 1][0];
	}

	readonly bytes: Bytes = (count) => {
		const bytes = new Uint8Array(count);
		for (let i = 0; i < count; i++) bytes[i] = this.#source.next() & 0xff;
		return bytes;
	};
}

/**
 * For seeds chosen by people: generators with similar seeds start with similar numbers, so the first ones are skipped.
 */
export function mixedRandom(seed: number): Random {
	const random = new Random(seed);
	random.bytes(32);
	return random;
}
