import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
	interface FastifyRequest {
		/** null on the sandbox's own routes, which are not logged */
		logged: LoggedRequest | null;
	}
}

export interface LoggedRequest {
	/** Epoch milliseconds of the machine, not of the sandbox's clock. */
	at: number;
	method: string;
	/** As received, not decoded. */
	path: string;
	/** As received, without the question mark; '' without a query. */
	query: string;
	/** null until the response is sent, or if the connection broke before. */
	status: number | null;
	/** Until the response was sent. */
	milliseconds?: number;
	/** Requests that the rate limit still allows; without one, undefined. */
	remaining?: number;
	/** Whether the service processed the request successfully, even if a fault altered the response. */
	carriedOut: boolean;
	/** The kind of the fault that hit the request. */
	fault?: string;
	/** Identifies the key without revealing it; see `authorizationId`. */
	authorization?: string;
	/** `Content-Length` of the body in bytes; null if it was sent in chunks. */
	bodySize: number | null;
	userAgent?: string;
}

const CAPACITY = 100_000;

/** The latest 100,000 requests to the service, including rejected ones and those hit by a fault. */
export class RequestLog {
	#requests: LoggedRequest[] = [];
	/** Number of requests that are no longer in the log. */
	#removed = 0;

	/** In the order of arrival. */
	all(): LoggedRequest[] {
		return this.#requests.slice(-CAPACITY);
	}

	/**
	 * Responses that follow a position, for who watches the log.
	 *
	 * @param from 0, or `next` of the previous call
	 */
	since(from: number, max: number): { entries: LoggedRequest[]; next: number } {
		const end = this.#removed + this.#requests.length;
		if (max === 0) return { entries: [], next: end };
		const entries = this.#requests.slice(Math.max(0, from - this.#removed)).slice(0, max);
		// A request without a response yet ends the part, so that it is shown with its status.
		const open = entries.findIndex(({ status, at }) => status === null && Date.now() - at < 2000);
		const done = open === -1 ? entries : entries.slice(0, open);
		return { entries: done, next: Math.max(from, this.#removed) + done.length };
	}

	clear(): void {
		this.#removed += this.#requests.length;
		this.#requests = [];
	}

	add(request: LoggedRequest): void {
		this.#requests.push(request);
		// Removing them one by one would move the whole array each time.
		if (this.#requests.length < 2 * CAPACITY) return;
		this.#removed += this.#requests.length - CAPACITY;
		this.#requests = this.all();
	}
}

/** @param header value of `Authorization`, e.g. `Bearer dub_…` */
export function authorizationId(header: string): string {
	return hash('sha256', header).slice(0, 16);
}

/** Hooks that write the log: `onRequest` runs before all others, `onSend` after them. */
export function createRequestLogger(log: RequestLog) {
	async function onRequest(request: FastifyRequest): Promise<void> {
		const { method, url, headers } = request;
		const [path, ...query] = url.split('?');
		if (path === '/sandbox' || path.startsWith('/sandbox/')) return;
		const { authorization } = headers;
		request.logged = {
			at: Date.now(),
			method,
			path,
			query: query.join('?'),
			status: null,
			carriedOut: false,
			authorization: authorization === undefined ? undefined : authorizationId(authorization),
			bodySize: 'transfer-encoding' in headers ? null : Number(headers['content-length'] ?? 0),
			userAgent: headers['user-agent'],
		};
		log.add(request.logged);
	}

	async function onSend(
		{ logged, raw, rateLimit }: FastifyRequest,
		reply: FastifyReply,
	): Promise<void> {
		if (!logged || raw.socket.destroyed) return;
		logged.status = reply.statusCode;
		logged.milliseconds = Date.now() - logged.at;
		logged.remaining = rateLimit?.remaining;
	}

	return { onRequest, onSend };
}
