import { hex } from '../store/ids.ts';
import type { AuthorizationRequest } from './authorizationRequest.ts';

const LIFETIME = 10 * 60_000;

/**
 * Requests that were shown to a person and wait for the decision. The form carries only the one-time token, so nobody
 * can approve anything but what the page displayed.
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

	/** Undefined for a token that is unknown, used or too old. */
	take(token: string, now: number): AuthorizationRequest | undefined {
		const pending = this.#pending.get(token);
		this.#pending.delete(token);
		return pending && pending.expiresAt > now ? pending.request : undefined;
	}
}
