import type { FastifyReply, FastifyRequest } from 'fastify';

interface Kept {
	body: Buffer;
	contentType: string;
}

const CAPACITY_BYTES = 512 * 1024 * 1024;

/**
 * Caches responses to reads until any other request succeeds, since benchmarks of clients must not measure the server.
 * Changes that come with time, such as delayed events or the end of a time window, are not seen.
 */
export class ResponseCache {
	readonly #kept = new Map<string, Kept>();
	#bytes = 0;

	get(key: string): Kept | undefined {
		return this.#kept.get(key);
	}

	keep(key: string, response: Kept): void {
		this.#kept.set(key, response);
		this.#bytes += response.body.length;
		for (const [oldest, { body }] of this.#kept) {
			if (this.#bytes <= CAPACITY_BYTES) break;
			this.#kept.delete(oldest);
			this.#bytes -= body.length;
		}
	}

	clear(): void {
		this.#kept.clear();
		this.#bytes = 0;
	}
}

/** `preHandler` responds from the cache to requests that passed the gate; `onSend` fills and clears it. */
export function createCacheHooks(cache: ResponseCache) {
	async function preHandler(request: FastifyRequest, reply: FastifyReply) {
		const key = keyOf(request);
		const kept = key === undefined ? undefined : cache.get(key);
		if (kept) return await reply.header('content-type', kept.contentType).send(kept.body);
	}

	async function onSend(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
		// Visits of short links are GET requests, but change data.
		if (!request.logged || reply.statusCode >= 400) return payload;
		const key = keyOf(request);
		if (key === undefined) {
			cache.clear();
			return payload;
		}
		if (typeof payload !== 'string' || reply.statusCode !== 200) return payload;
		const body = Buffer.from(payload);
		cache.keep(key, { body, contentType: String(reply.getHeader('content-type')) });
		return body;
	}

	return { preHandler, onSend };
}

/** The order of the query's parameters means nothing. What members of one workspace see can differ. */
function keyOf({ method, principal, url }: FastifyRequest): string | undefined {
	if (method !== 'GET' || !principal) return undefined;
	const [path, query] = url.split('?');
	const parameters = new URLSearchParams(query);
	parameters.sort();
	return `${principal.workspace.id} ${principal.userId} ${path}?${parameters.toString()}`;
}
