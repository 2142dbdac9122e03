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

/** The beginnings of the bodies, as text. */
export interface Bodies {
	request: string;
	response: string;
}

const CAPACITY = 100_000;

/** Requests whose bodies are kept. */
const WITH_BODIES = 300;

const MAX_BODY_LENGTH = 10_000;

/** IDs of partners, commissions, and payouts whose last change is known. */
const MAX_CHANGED = 5000;

const CHANGED_ID = /\b(?:pn|cm|po)_\w+/g;

/** The latest 100,000 requests to the service, including rejected ones and those hit by a fault. */
export class RequestLog {
	#requests: LoggedRequest[] = [];
	/** Number of requests that are no longer in the log. */
	#removed = 0;
	readonly #bodies = new Map<LoggedRequest, Bodies>();
	readonly #changes = new Map<string, LoggedRequest>();

	/** Known for the latest 300 requests. */
	bodiesOf(request: LoggedRequest): Bodies | undefined {
		return this.#bodies.get(request);
	}

	/** The last successful request of a client that changed a partner, commission, or payout. */
	changeOf(id: string): LoggedRequest | undefined {
		return this.#changes.get(id);
	}

	/** Notes what a request and its response contain. */
	keep(request: LoggedRequest, bodies: Bodies): void {
		this.#bodies.set(request, bodies);
		forgetOldest(this.#bodies, WITH_BODIES);
		if (request.method === 'GET' || (request.status ?? 400) >= 400) return;
		for (const [id] of `${request.path} ${bodies.request} ${bodies.response}`.matchAll(
			CHANGED_ID,
		)) {
			this.#changes.set(id, request);
		}
		forgetOldest(this.#changes, MAX_CHANGED);
	}

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
		this.#bodies.clear();
	}

	add(request: LoggedRequest): void {
		this.#requests.push(request);
		// Removing them one by one would move the whole array each time.
		if (this.#requests.length < 2 * CAPACITY) return;
		this.#removed += this.#requests.length - CAPACITY;
		this.#requests = this.all();
	}
}

function forgetOldest(map: Map<unknown, unknown>, max: number): void {
	for (const oldest of map.keys()) {
		if (map.size <= max) return;
		map.delete(oldest);
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
		{ logged, raw, rateLimit, body }: FastifyRequest,
		reply: FastifyReply,
		payload: unknown,
	): Promise<void> {
		if (!logged || raw.socket.destroyed) return;
		logged.status = reply.statusCode;
		logged.milliseconds = Date.now() - logged.at;
		logged.remaining = rateLimit?.remaining;
		log.keep(logged, { request: startOf(body), response: startOf(payload) });
	}

	return { onRequest, onSend };
}

/** A copy, since a part of a text would keep all of it in memory. */
function startOf(body: unknown): string {
	if (body === undefined || body === null) return '';
	if (typeof body === 'string') return Buffer.from(body.slice(0, MAX_BODY_LENGTH)).toString();
	if (Buffer.isBuffer(body)) return body.subarray(0, MAX_BODY_LENGTH).toString();
	try {
		return JSON.stringify(body).slice(0, MAX_BODY_LENGTH);
	} catch {
		return 'cannot be shown';
	}
}
