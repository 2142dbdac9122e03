import { randomUUID } from 'node:crypto';

const requestTimeoutMs = 300_000;

/** n8n rejected a request, or what was requested did not happen. */
export class N8nError extends Error {
	readonly status: number | undefined;
	readonly body: unknown;

	constructor(message: string, status?: number, body?: unknown) {
		super(message);
		this.name = 'N8nError';
		this.status = status;
		this.body = body;
	}
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

function property(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null && name in value
		? (value as Record<string, unknown>)[name]
		: undefined;
}

/** Sends requests to n8n's internal REST interface, as the editor in one browser does. */
export class Session {
	readonly baseUrl: string;
	/** n8n binds the session to this header. */
	readonly browserId = randomUUID();
	readonly #cookies = new Map<string, string>();

	constructor(baseUrl: string) {
		this.baseUrl = baseUrl.replace(/\/$/, '');
	}

	/** The cookies of this session, with which a real browser can continue it. */
	get cookies(): Record<string, string> {
		return Object.fromEntries(this.#cookies);
	}

	/** Sends a request. @param path starts with a slash @returns any response */
	async fetch(method: string, path: string, body?: unknown): Promise<Response> {
		const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
		const response = await fetch(this.baseUrl + path, {
			method,
			redirect: 'manual',
			headers: {
				accept: 'application/json',
				// n8n closes a connection that is idle for 5 s, possibly in the moment in which a busy process reuses it.
				connection: 'close',
				'browser-id': this.browserId,
				...(cookie ? { cookie } : {}),
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
			signal: AbortSignal.timeout(requestTimeoutMs),
		});
		for (const line of response.headers.getSetCookie()) {
			const [pair] = line.split(';');
			const at = pair.indexOf('=');
			this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
		}
		return response;
	}

	/** Sends a request. @returns the `data` of the JSON response @throws N8nError unless the status is 2xx */
	async request<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await this.fetch(method, path, body);
		const payload = parse(await response.text());
		if (!response.ok) {
			const message = property(payload, 'message');
			const reason = typeof message === 'string' ? message : JSON.stringify(payload).slice(0, 600);
			throw new N8nError(
				`${method} ${path}: ${response.status} ${reason}`,
				response.status,
				payload,
			);
		}
		return (property(payload, 'data') ?? payload) as T;
	}
}
