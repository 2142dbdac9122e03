import { randomBytes } from 'node:crypto';

const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A source of bytes: random for requests, seeded for sample data. */
export type Bytes = (count: number) => Uint8Array;

function characters(alphabet: string, length: number, bytes: Bytes): string {
	let text = '';
	for (const byte of bytes(length)) text += alphabet[byte % alphabet.length];
	return text;
}

/** A prefix and 25 Crockford base32 characters, of which the first 10 sort by creation time. */
export function resourceId(prefix: string, epochMs: number, bytes: Bytes = randomBytes): string {
	let time = '';
	for (let rest = epochMs, i = 0; i < 10; i++, rest = Math.floor(rest / 32)) {
		time = BASE32[rest % 32] + time;
	}
	return prefix + time + characters(BASE32, 15, bytes);
}

/** Letters and digits: link keys (7), click and event IDs (16), API key bodies (24). */
export function alphanumeric(length: number, bytes: Bytes = randomBytes): string {
	return characters(BASE62, length, bytes);
}

/** Lowercase hexadecimal text of `length` characters, as in OAuth codes, tokens, and secrets. */
export function hex(length: number, bytes: Bytes = randomBytes): string {
	return Buffer.from(bytes(length / 2)).toString('hex');
}
