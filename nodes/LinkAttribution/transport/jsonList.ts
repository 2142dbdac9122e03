import { parseJson } from '../input/json';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/**
 * A JSON list whose objects are parsed one by one, when they are read. A page of events takes 2 MB as bytes and 10 MB as
 * objects, and Node.js would keep those of many pages after they are done.
 */
export class JsonList implements Iterable<unknown> {
	readonly #chunks: Buffer[];

	/** Where the objects end, in bytes from the beginning of the first chunk. */
	readonly #ends: number[];

	readonly #mask: (text: string) => string;

	private constructor(chunks: Buffer[], ends: number[], mask: (text: string) => string) {
		this.#chunks = chunks;
		this.#ends = ends;
		this.#mask = mask;
	}

	/**
	 * @param mask hides the secrets in the text of an object
	 * @param maxObjects in the list, at any depth
	 * @returns undefined for what is not a complete list of objects, or has too many
	 */
	static from(
		chunks: Buffer[],
		mask: (text: string) => string,
		maxObjects: number,
	): JsonList | undefined {
		const ends = objectEnds(chunks, maxObjects);
		return ends && new JsonList(chunks, ends, mask);
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

/** Where the objects of a list end; undefined if brackets are missing, or are too many. */
function objectEnds(chunks: Buffer[], maxObjects: number): number[] | undefined {
	const ends: number[] = [];
	let depth = 0;
	let objects = 0;
	let isText = false;
	let offset = 0;
	let at = 0;
	for (const chunk of chunks) {
		for (; at < chunk.length; at++) {
			if (isText) {
				while (at < chunk.length && chunk[at] !== QUOTE) at += chunk[at] === BACKSLASH ? 2 : 1;
				if (at >= chunk.length) break;
				isText = false;
				continue;
			}
			const byte = chunk[at];
			if (byte === QUOTE) {
				isText = true;
			} else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
				depth++;
				if (++objects > maxObjects) return undefined;
			} else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) {
				if (--depth === 1) ends.push(offset + at + 1);
			}
		}
		at -= chunk.length;
		offset += chunk.length;
	}
	return depth === 0 && ends.length > 0 ? ends : undefined;
}
