import { isObject, parseJson } from '../input/json';
import { pauses } from '../input/pauses';
import type { ApiFailure } from './types';

const [QUOTE, BACKSLASH, COMMA, OPENING_BRACKET, CLOSING_BRACKET, OPENING_BRACE, CLOSING_BRACE] =
	Buffer.from('"\\,[]{}');

export const MEGABYTE = 1024 * 1024;

/**
 * Parsed, `{}` takes 40 times its two bytes, so the size alone does not limit the memory. The largest pages, 1,000 events
 * with much metadata, take a third of this.
 */
const MAX_MEMORY_BYTES = 128 * MEGABYTE;

/** Parsing so much in one step blocks n8n for up to 100 ms. */
const MAX_OBJECT_BYTES = 2 * MEGABYTE;

/** In memory, roughly, besides the text. */
const BYTES_PER_OBJECT = 100;
const BYTES_PER_VALUE = 24;

/** Objects in each other. */
const MAX_DEPTH = 100;

/** After so much text, other work gets its turn. */
const STEP_BYTES = 64 * 1024;

/** A response that is not what the service sends. */
export class Unreadable extends Error {
	readonly reason: NonNullable<ApiFailure['unreadable']>;

	constructor(reason: NonNullable<ApiFailure['unreadable']>, message: string) {
		super(message);
		this.reason = reason;
	}
}

/** The error of text that would have to be parsed in one step. */
export function objectTooLarge(): Unreadable {
	const limit = `${MAX_OBJECT_BYTES / MEGABYTE} MB of memory`;
	return new Unreadable('tooLarge', `An object in the response takes more than ${limit}`);
}

interface Scan {
	/** Where the objects of the list end, in bytes; empty for anything but a complete list of objects. */
	ends: number[];
	/** Whether nothing is missing at its end. */
	isComplete: boolean;
	/** Whether it can be parsed in one step. */
	isSmall: boolean;
	/** Bytes that it takes in memory when it is parsed, roughly. */
	size: number;
}

/**
 * Finds out how much a JSON text contains, with pauses.
 *
 * @throws Unreadable when it would take too much memory or time to parse it
 */
export async function scanJson(text: Buffer): Promise<Scan> {
	const pause = pauses();
	const ends: number[] = [];
	let depth = 0;
	/** Bytes in memory besides the text. */
	let more = 0;
	/** Bytes up to the end of the last object. */
	let before = 0;
	for (let at = 0, step = 0; at < text.length; at++) {
		if (at >= step) {
			if (at + more > MAX_MEMORY_BYTES) break;
			step = at + STEP_BYTES;
			await pause();
		}
		const byte = text[at];
		if (byte === QUOTE) {
			for (at++; at < text.length && text[at] !== QUOTE; at++) if (text[at] === BACKSLASH) at++;
		} else if (byte === COMMA) {
			more += BYTES_PER_VALUE;
		} else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
			more += BYTES_PER_OBJECT;
			if (++depth > MAX_DEPTH) {
				const problem = `The response has more than ${MAX_DEPTH} objects in each other`;
				throw new Unreadable('tooLarge', problem);
			}
		} else if ((byte === CLOSING_BRACE || byte === CLOSING_BRACKET) && --depth === 1) {
			const size = at + 1 + more;
			if (size - before > MAX_OBJECT_BYTES) throw objectTooLarge();
			before = size;
			ends.push(at + 1);
		}
	}
	const size = text.length + more;
	if (size > MAX_MEMORY_BYTES) {
		const limit = `${MAX_MEMORY_BYTES / MEGABYTE} MB of memory`;
		throw new Unreadable('tooLarge', `The response takes more than ${limit}`);
	}
	const isComplete = depth === 0;
	return { ends: isComplete ? ends : [], isComplete, isSmall: size <= MAX_OBJECT_BYTES, size };
}

/** The text of each object that was read from a `JsonList`, if that keeps them. */
const texts = new WeakMap<object, string>();

/** An object in one line of JSON; one from a `JsonList` as it was sent, as that takes less time than to build it again. */
export function jsonLine(object: object): string {
	const text = texts.get(object);
	return text === undefined || /[\n\r]/.test(text) ? JSON.stringify(object) : text;
}

/**
 * A JSON list whose objects are parsed one by one, when they are read. A page of events takes 2 MB as bytes and 10 MB as
 * objects, and Node.js would keep those of many pages after they are done.
 */
export class JsonList implements Iterable<unknown> {
	readonly #text: Buffer;

	readonly #ends: number[];

	readonly #mask: (text: string) => string;

	readonly #keepsTexts: boolean;

	/**
	 * @param ends where its objects end, in bytes
	 * @param mask hides the secrets in the text of an object
	 * @param keepsTexts for `jsonLine`; the text of an object takes as much memory as the object, as long as that lives
	 */
	constructor(text: Buffer, ends: number[], mask: (text: string) => string, keepsTexts: boolean) {
		this.#text = text;
		this.#ends = ends;
		this.#mask = mask;
		this.#keepsTexts = keepsTexts;
	}

	get length(): number {
		return this.#ends.length;
	}

	/** Yields parsed objects; undefined where the list is not valid. */
	*[Symbol.iterator](): Generator<unknown> {
		let begin = 0;
		for (const end of this.#ends) {
			const text = this.#text.toString('utf8', begin, end).trimStart();
			const isAtItsPlace = text.startsWith(begin === 0 ? '[' : ',');
			yield isAtItsPlace ? this.#parse(this.#mask(text.slice(1).trimStart())) : undefined;
			begin = end;
		}
		if (this.#text.toString('utf8', begin).trim() !== ']') yield undefined;
	}

	#parse(text: string): unknown {
		const object = parseJson(text);
		if (this.#keepsTexts && isObject(object)) texts.set(object, text);
		return object;
	}
}
