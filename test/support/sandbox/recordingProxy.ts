import { createServer, request as forward, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

export interface RecordedRequest {
	method: string;
	/** Still encoded, without the query. */
	path: string;
	query: Record<string, string>;
	headers: IncomingHttpHeaders;
	/** Parsed JSON, or else text; undefined for an empty body. */
	body: unknown;
	/** Status of the forwarded response; undefined before it arrives. */
	status?: number;
}

/** A response of the proxy itself, instead of one of the service. */
export type StubResponse =
	| { status: number; headers?: Record<string, string>; body?: unknown }
	| 'connection reset'
	| 'no response';

/** A response as of the service: a list to a GET, an object to any other request. */
export function successOf(method: string): StubResponse {
	return { status: 200, body: method === 'GET' ? [{ id: 'x' }] : { id: 'x' } };
}

/** A response that the service has sent and that the client does not get yet. */
class HeldResponse {
	#pass?: () => void;
	#isReleased = false;

	get isHeld(): boolean {
		return this.#pass !== undefined;
	}

	hold(pass: () => void): void {
		this.#pass = pass;
		if (this.#isReleased) pass();
	}

	/** Can also be called before the service has responded. */
	release(): void {
		this.#isReleased = true;
		this.#pass?.();
	}
}

/** A reverse proxy in front of a service that records every request and can respond to some itself. */
export class RecordingProxy {
	readonly requests: RecordedRequest[] = [];
	/** Runs before a request is forwarded to the service. */
	onRequest: (request: RecordedRequest) => void = () => {};
	/** The response to a request; undefined forwards it to the service. */
	respond: (request: RecordedRequest) => StubResponse | undefined = () => undefined;
	/** Whether the service gets a request whose response is lost. */
	isLost: (request: RecordedRequest) => boolean = () => false;
	url = '';
	readonly #responses: StubResponse[] = [];
	readonly #holds: Array<{ isNext: (request: RecordedRequest) => boolean; held: HeldResponse }> =
		[];
	readonly #target: string;
	#forwarded = 0;
	readonly #server = createServer((incoming, outgoing) => {
		void buffer(incoming).then((bytes) => {
			const { method = '', url = '', headers } = incoming;
			const { pathname, searchParams } = new URL(url, this.#target);
			const recorded: RecordedRequest = {
				method,
				path: pathname,
				query: Object.fromEntries(searchParams),
				headers,
				body: bytes.length === 0 ? undefined : decode(bytes.toString()),
			};
			this.requests.push(recorded);
			this.onRequest(recorded);
			const stub = this.#responses.shift() ?? this.respond(recorded);
			if (stub === 'no response') return;
			if (stub === 'connection reset') {
				incoming.socket.resetAndDestroy();
			} else if (stub) {
				const { status, body = '' } = stub;
				const json = typeof body !== 'string';
				outgoing.writeHead(status, {
					'content-type': json ? 'application/json' : 'text/html',
					// By the clock of the tests, which may be fake.
					date: new Date(Date.now()).toUTCString(),
					...stub.headers,
				});
				outgoing.end(json ? JSON.stringify(body) : body);
			} else {
				const forwarded = forward(
					this.#target + url,
					{ method, headers: { ...headers, host: new URL(this.#target).host } },
					(response) => {
						recorded.status = response.statusCode;
						if (this.isLost(recorded)) outgoing.destroy();
						const pass = () => {
							outgoing.writeHead(response.statusCode ?? 502, response.headers);
							// Read to the end even if the client is gone, or it would never close.
							if (outgoing.destroyed) response.resume();
							else response.pipe(outgoing).on('close', () => response.resume());
						};
						// If the response breaks off, it breaks off for the client, too.
						response.on('error', () => outgoing.destroy());
						const index = this.#holds.findIndex(({ isNext }) => isNext(recorded));
						if (index === -1) pass();
						else this.#holds.splice(index, 1)[0].held.hold(pass);
					},
				);
				this.#forwarded++;
				forwarded.on('close', () => this.#forwarded--);
				forwarded.on('error', () => outgoing.destroy());
				forwarded.end(bytes);
			}
		});
	});

	/** @param target address of the service, without trailing slash */
	constructor(target: string) {
		this.#target = target;
	}

	async start(): Promise<this> {
		await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
		this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
		return this;
	}

	/** Responds to the next requests instead of the service, to each with one of the responses. */
	respondNext(...responses: StubResponse[]): void {
		this.#responses.push(...responses);
	}

	/** Holds back the service's response to the next such request. */
	holdNext(isNext: (request: RecordedRequest) => boolean): HeldResponse {
		const held = new HeldResponse();
		this.#holds.push({ isNext, held });
		return held;
	}

	/** Forgets the recorded requests and the responses that were not used. */
	reset(): void {
		this.requests.length = 0;
		this.#responses.length = 0;
		this.#holds.length = 0;
		this.onRequest = () => {};
		this.respond = () => undefined;
		this.isLost = () => false;
	}

	/** Number of requests whose response is not complete, including those of clients that are gone. */
	get underWay(): number {
		return this.#forwarded;
	}

	/** Waits until no request is open, e.g. for pages that were read ahead. */
	async quiet(): Promise<void> {
		const open = () =>
			new Promise<number>((resolve) =>
				this.#server.getConnections((_error, count) => resolve(count)),
			);
		while ((await open()) > 0 || this.#forwarded > 0) await delay(1);
	}

	/** As `reset`, once the pages that the node read ahead have arrived, which would count for the next test. */
	async resetWhenQuiet(): Promise<void> {
		await this.quiet();
		this.reset();
	}

	async close(): Promise<void> {
		this.#server.closeAllConnections();
		await new Promise((resolve) => this.#server.close(resolve));
	}
}

function decode(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}
