import type { FastifyReply, FastifyRequest } from 'fastify';

interface Kept {
	body: Buffer;
	contentType: string;
}

const CAPACITY_BYTES = 512 * 1024 * 1024;

/**
 * Keeps the answers of reads until anything else succeeds. It exists because benchmarks of clients must not measure the
 * server. Time does not count: what happens later by itself (events with a delay, the end of a time window) is not seen.
 */
export class ResponseCache {
	readonly #kept = new Map<string, Kept>();
	#bytes = 0;

	get(key: string): Kept | undefined {
		return this.#kept.get(key);
	}

	keep(key: string, answer: Kept): void {
		this.#kept.set(key, answer);
		this.#bytes += answer.body.length;
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

/** `preHandler` answers from the cache what the gate has let through, `onSend` fills and empties it. */
export function createCacheHooks(cache: ResponseCache) {
	async function preHandler(request: FastifyRequest, reply: FastifyReply) {
		const key = keyOf(request);
		const kept = key === undefined ? undefined : cache.get(key);
		if (kept) return await reply.header('content-type', kept.contentType).send(kept.body);
	}

	async function onSend(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
		// Visits of short links change something, too, though they are made by GET.
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
