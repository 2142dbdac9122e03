import { createHash } from 'node:crypto';

/** The S256 challenge that belongs to a verifier. */
export function challengeOf(verifier: string): string {
	return createHash('sha256').update(verifier).digest('base64url');
}
