import type { FastifyReply, FastifyRequest } from 'fastify';

interface CachedResponse {
	body: Buffer;
	contentType: string;
}

const CAPACITY_BYTES = 512 * 1024 * 1024;

/**
 * Caches responses to reads until another request succeeds, so that benchmarks of clients do not measure the server.
 * Ignores changes over time, such as delayed events or the end of a time window.
 */
export class ResponseCache {
	readonly #responses = new Map<string, CachedResponse>();
	#bytes = 0;

	get(key: string): CachedResponse | undefined {
		return this.#responses.get(key);
	}

	set(key: string, response: CachedResponse): void {
		this.#responses.set(key, response);
		this.#bytes += response.body.length;
		for (const [oldest, { body }] of this.#responses) {
			if (this.#bytes <= CAPACITY_BYTES) break;
			this.#responses.delete(oldest);
			this.#bytes -= body.length;
		}
	}

	clear(): void {
		this.#responses.clear();
		this.#bytes = 0;
	}
}

/** `preHandler` serves authorized requests from the cache, `onSend` fills and clears it. */
export function createCacheHooks(cache: ResponseCache) {
	async function preHandler(request: FastifyRequest, reply: FastifyReply) {
		const key = keyOf(request);
		const cached = key === undefined ? undefined : cache.get(key);
		if (cached) return await reply.header('content-type', cached.contentType).send(cached.body);
	}

	async function onSend(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
		// Visits to short links also change data, although their method is GET.
		if (!request.logged || reply.statusCode >= 400) return payload;
		const key = keyOf(request);
		if (key === undefined) {
			cache.clear();
			return payload;
		}
		if (typeof payload !== 'string' || reply.statusCode !== 200) return payload;
		const body = Buffer.from(payload);
		cache.set(key, { body, contentType: String(reply.getHeader('content-type')) });
		return body;
	}

	return { preHandler, onSend };
}

/** Ignores the order of query parameters. Includes the user, since members of a workspace can see different data. */
function keyOf({ method, principal, url }: FastifyRequest): string | undefined {
	if (method !== 'GET' || !principal) return undefined;
	const [path, query] = url.split('?');
	const parameters = new URLSearchParams(query);
	parameters.sort();
	return `${principal.workspace.id} ${principal.userId} ${path}?${parameters.toString()}`;
}
