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
	/** Decoded JSON, or the text as it came; undefined when there was none. */
	body: unknown;
	/** Status of the forwarded response; undefined before it arrives. */
	status?: number;
}

/** What the proxy answers on its own instead of asking the service. */
export type Answer =
	{ status: number; headers?: Record<string, string>; body?: unknown } | 'connection reset';

/** A reverse proxy in front of a service that records every request and can answer some itself. */
export class RecordingProxy {
	readonly requests: RecordedRequest[] = [];
	/** Runs before a request is forwarded to the service. */
	onRequest: (request: RecordedRequest) => void = () => {};
	/** Answers a request instead of the service; undefined lets it through. */
	answer: (request: RecordedRequest) => Answer | undefined = () => undefined;
	url = '';
	readonly #answers: Answer[] = [];
	readonly #target: string;
	#passedOn = 0;
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
			const answer = this.#answers.shift() ?? this.answer(recorded);
			if (answer === 'connection reset') {
				incoming.socket.resetAndDestroy();
			} else if (answer) {
				const { status, body = '' } = answer;
				const json = typeof body !== 'string';
				outgoing.writeHead(status, {
					'content-type': json ? 'application/json' : 'text/html',
					// By the clock of the tests, which they may have moved on.
					date: new Date(Date.now()).toUTCString(),
					...answer.headers,
				});
				outgoing.end(json ? JSON.stringify(body) : body);
			} else {
				const passedOn = forward(
					this.#target + url,
					{ method, headers: { ...headers, host: new URL(this.#target).host } },
					(response) => {
						recorded.status = response.statusCode;
						outgoing.writeHead(response.statusCode ?? 502, response.headers);
						// Read to its end also when the client is gone, or it would never close.
						if (outgoing.destroyed) response.resume();
						else response.pipe(outgoing).on('close', () => response.resume());
						// A response that is cut off is cut off for the client, too.
						response.on('error', () => outgoing.destroy());
					},
				);
				this.#passedOn++;
				passedOn.on('close', () => this.#passedOn--);
				passedOn.on('error', () => outgoing.destroy());
				passedOn.end(bytes);
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

	/** Answers the next requests on its own, one with each. */
	answerNext(...answers: Answer[]): void {
		this.#answers.push(...answers);
	}

	/** Forgets what was recorded and what is still to be answered. */
	reset(): void {
		this.requests.length = 0;
		this.#answers.length = 0;
		this.onRequest = () => {};
		this.answer = () => undefined;
	}

	/** How many requests the service has not answered completely, also of clients that are gone. */
	get underWay(): number {
		return this.#passedOn;
	}

	/** Waits until nothing is on its way, e.g. pages that were asked for ahead of the end of a list. */
	async quiet(): Promise<void> {
		const open = () =>
			new Promise<number>((resolve) =>
				this.#server.getConnections((_error, count) => resolve(count)),
			);
		while ((await open()) > 0 || this.#passedOn > 0) await delay(1);
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
