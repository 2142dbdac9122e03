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

	/** In the order of arrival. */
	all(): LoggedRequest[] {
		return this.#requests.slice(-CAPACITY);
	}

	clear(): void {
		this.#requests = [];
	}

	add(request: LoggedRequest): void {
		this.#requests.push(request);
		// Removing them one by one would move the whole array each time.
		if (this.#requests.length >= 2 * CAPACITY) this.#requests = this.all();
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

	async function onSend({ logged, raw }: FastifyRequest, reply: FastifyReply): Promise<void> {
		if (logged && !raw.socket.destroyed) logged.status = reply.statusCode;
	}

	return { onRequest, onSend };
}
