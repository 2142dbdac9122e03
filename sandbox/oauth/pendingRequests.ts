import { hex } from '../store/ids.ts';
import type { AuthorizationRequest } from './authorizationRequest.ts';

const LIFETIME = 10 * 60_000;

/**
 * Authorization requests that await a decision. The form has only the one-time token, so only what the page shows can
 * be approved.
 */
export class PendingRequests {
	readonly #pending = new Map<string, { request: AuthorizationRequest; expiresAt: number }>();

	/** @returns the one-time token for the form */
	add(request: AuthorizationRequest, now: number): string {
		for (const [token, { expiresAt }] of this.#pending) {
			if (expiresAt <= now) this.#pending.delete(token);
		}
		const token = hex(64);
		this.#pending.set(token, { request, expiresAt: now + LIFETIME });
		return token;
	}

	/** @returns undefined for an unknown, used, or expired token */
	take(token: string, now: number): AuthorizationRequest | undefined {
		const pending = this.#pending.get(token);
		this.#pending.delete(token);
		return pending && pending.expiresAt > now ? pending.request : undefined;
	}
}
