import { randomUUID } from 'node:crypto';

const requestTimeoutMs = 60_000;

/** n8n refused a request, or something it was asked for did not happen. */
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

/** Requests to n8n's internal REST interface as the editor in one browser sends them. */
export class Session {
	readonly baseUrl: string;
	/** n8n binds the session to this header. */
	readonly browserId = randomUUID();
	readonly #cookies = new Map<string, string>();

	constructor(baseUrl: string) {
		this.baseUrl = baseUrl.replace(/\/$/, '');
	}

	/** The cookies of this session, so that a real browser can take it over. */
	get cookies(): Record<string, string> {
		return Object.fromEntries(this.#cookies);
	}

	/** Any answer, as it is. `path` starts with a slash. */
	async fetch(method: string, path: string, body?: unknown): Promise<Response> {
		const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
		const response = await fetch(this.baseUrl + path, {
			method,
			redirect: 'manual',
			headers: {
				accept: 'application/json',
				// n8n ends a connection that is idle for 5 s, perhaps just when this process, busy until then, uses it again.
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

	/** The `data` of a JSON answer; N8nError for any status but 2xx. */
	async request<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await this.fetch(method, path, body);
		const answer = parse(await response.text());
		if (!response.ok) {
			const message = property(answer, 'message');
			const reason = typeof message === 'string' ? message : JSON.stringify(answer).slice(0, 600);
			throw new N8nError(
				`${method} ${path}: ${response.status} ${reason}`,
				response.status,
				answer,
			);
		}
		return (property(answer, 'data') ?? answer) as T;
	}
}
