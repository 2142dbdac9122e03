import { parseJson } from '../input/json';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const COMMA = 0x2c;

/**
 * A JSON list whose objects are parsed one by one, when they are read. A page of events takes 2 MB as bytes and 10 MB as
 * objects, and Node.js would keep those of many pages after they are done.
 */
export class JsonList implements Iterable<unknown> {
	readonly #chunks: Buffer[];

	/** Where the objects end, in bytes from the beginning of the first chunk. */
	readonly #ends: number[];

	readonly #mask: (text: string) => string;

	/**
	 * @param ends where its objects end, in bytes
	 * @param mask hides the secrets in the text of an object
	 */
	constructor(chunks: Buffer[], ends: number[], mask: (text: string) => string) {
		this.#chunks = chunks;
		this.#ends = ends;
		this.#mask = mask;
	}

	get length(): number {
		return this.#ends.length;
	}

	/** Yields parsed objects; undefined where the list is not valid. */
	*[Symbol.iterator](): Generator<unknown> {
		const bytes = Buffer.concat(this.#chunks);
		let begin = 0;
		for (const end of this.#ends) {
			const text = bytes.toString('utf8', begin, end).trimStart();
			const isAtItsPlace = text.startsWith(begin === 0 ? '[' : ',');
			yield isAtItsPlace ? parseJson(this.#mask(text.slice(1))) : undefined;
			begin = end;
		}
		if (bytes.toString('utf8', begin).trim() !== ']') yield undefined;
	}
}

/** How much a JSON text contains, as far as it takes memory and time when it is parsed. */
export class JsonScan {
	/** Where the objects of a list end, in bytes; only if `isList`. */
	readonly ends: number[] = [];

	/** Objects and lists at any depth. */
	objects = 0;

	values = 0;

	#depth = 0;

	#isText = false;

	/** Where the next chunk goes on: after a backslash at the end of a chunk, the first byte is part of it. */
	#at = 0;

	#offset = 0;

	/** Objects and values when the last object of the list ended, and where. */
	#before = { objects: 0, values: 0, end: 0 };

	readonly #limits: Limits;

	/** @param limits of the text, and of the part of it that is parsed in one step */
	constructor(limits: Limits) {
		this.#limits = limits;
	}

	/** Whether nothing is missing at its end. */
	get isComplete(): boolean {
		return this.#depth === 0;
	}

	/** Whether it is a complete list of objects. */
	get isList(): boolean {
		return this.isComplete && this.ends.length > 0;
	}

	/** Whether all that has not ended as an object of a list can be parsed in one step. */
	get isSmall(): boolean {
		return this.#fits(0, 0, 0);
	}

	/** Bytes that it takes in memory, roughly. */
	get cost(): number {
		return this.#offset + 100 * this.objects + 24 * this.values;
	}

	/**
	 * Takes the next bytes.
	 *
	 * @returns the limit that they exceed
	 */
	add(chunk: Buffer): Limit | undefined {
		let at = this.#at;
		for (; at < chunk.length; at++) {
			if (this.#isText) {
				while (at < chunk.length && chunk[at] !== QUOTE) at += chunk[at] === BACKSLASH ? 2 : 1;
				if (at >= chunk.length) break;
				this.#isText = false;
				continue;
			}
			const byte = chunk[at];
			if (byte === QUOTE) {
				this.#isText = true;
			} else if (byte === COMMA) {
				this.values++;
			} else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
				this.objects++;
				if (++this.#depth > this.#limits.depth) return 'depth';
			} else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) {
				if (--this.#depth === 1 && !this.#endObject(this.#offset + at + 1)) return 'step';
			}
		}
		this.#at = at - chunk.length;
		this.#offset += chunk.length;
		const { objects, values } = this.#limits;
		return this.objects > objects || this.values > values ? 'objects' : undefined;
	}

	/** @returns whether the object can be parsed in one step */
	#endObject(end: number): boolean {
		const { objects, values } = this.#before;
		const fits = this.#fits(objects, values, this.#before.end, end);
		this.#before = { objects: this.objects, values: this.values, end };
		this.ends.push(end);
		return fits;
	}

	#fits(objects: number, values: number, begin: number, end = this.#offset): boolean {
		const { step } = this.#limits;
		return (
			this.objects - objects <= step.objects &&
			this.values - values <= step.values &&
			end - begin <= step.size
		);
	}
}

export type Limit = 'depth' | 'objects' | 'step';

interface Limits {
	objects: number;
	values: number;
	/** Objects in each other. */
	depth: number;
	step: { objects: number; values: number; size: number };
}
