import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Whether the service signed exactly these bytes with this secret: HMAC-SHA256 in lower-case hexadecimal, keyed with the
 * whole secret text including its `whsec_`. There is no timestamp in it, so a repeated delivery has a valid signature.
 */
export function isSigned(body: Buffer, signature: unknown, secret: string): boolean {
	if (typeof signature !== 'string' || secret === '') return false;
	const expected = Buffer.from(createHmac('sha256', secret).update(body).digest('hex'));
	const given = Buffer.from(signature.trim());
	return given.length === expected.length && timingSafeEqual(given, expected);
}
