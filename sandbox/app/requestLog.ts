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
	/** As it came, still encoded. */
	path: string;
	/** As it came, without the question mark; '' for none. */
	query: string;
	/** Null without a response, also if the connection broke before it. */
	status: number | null;
	/** Whether the service itself succeeded, even if a fault damaged its response. */
	carriedOut: boolean;
	/** The kind of the fault that hit the request. */
	fault?: string;
	/** Tells keys apart without showing them, see `authorizationId`. */
	authorization?: string;
	/** Bytes of the body by its Content-Length; null when it came in chunks. */
	bodySize: number | null;
	userAgent?: string;
}

const CAPACITY = 100_000;

/** Every request to the service, including rejected and damaged ones; the latest 100,000 are kept. */
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
		// Not one by one, since each removal moves all the others.
		if (this.#requests.length >= 2 * CAPACITY) this.#requests = this.all();
	}
}

/** @param header value of `Authorization`, e.g. `Bearer dub_…` */
export function authorizationId(header: string): string {
	return hash('sha256', header).slice(0, 16);
}

/** Hooks that write the log: `onRequest` comes before all others, `onSend` after them. */
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
