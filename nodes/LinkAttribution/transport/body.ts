import { at } from './unknown';

const MEGABYTE = 1024 * 1024;

/** Bytes after decompression. The largest pages, 1,000 events with much metadata, stay below. */
export const MAX_BODY_SIZE = 64 * MEGABYTE;

/** The same for an error, of which only the message is used. */
export const MAX_ERROR_SIZE = MEGABYTE;

/** Parsed, `{}` takes 40 times its two bytes, so that the size alone does not bound the memory. */
const MAX_OBJECTS = 2_000_000;

/** The service sends more than n8n should take in. */
export class TooLarge extends Error {}

/**
 * Reads a response up to a limit: n8n's request helper has none, and decompresses whatever the service sends.
 *
 * @param maxSize in bytes
 * @throws TooLarge
 */
export async function readBytes(body: AsyncIterable<Buffer>, maxSize: number): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let size = 0;
	// Leaving the loop closes the connection.
	for await (const chunk of body) {
		size += chunk.length;
		if (size > maxSize) {
			throw new TooLarge(`The response is larger than ${maxSize / MEGABYTE} MB`);
		}
		chunks.push(chunk);
	}
	return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, size);
}

export function isStream(body: unknown): body is AsyncIterable<Buffer> {
	return typeof at(body, Symbol.asyncIterator) === 'function';
}

/** @throws TooLarge when the parsed JSON would take too much memory */
export function assertParsable(bytes: Buffer): void {
	if (bytes.length <= MAX_OBJECTS) return;
	let objects = 0;
	for (const opening of ['{', '[']) {
		for (let i = bytes.indexOf(opening); i >= 0; i = bytes.indexOf(opening, i + 1)) {
			if (++objects > MAX_OBJECTS) {
				throw new TooLarge(`The response holds more than ${MAX_OBJECTS / 1e6} million objects`);
			}
		}
	}
}
