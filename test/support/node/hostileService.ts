import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import type { ThrownByNode } from './nodeService';

type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => void;

/** A server whose responses a test defines, and which records the requests. */
export class HostileService {
	/** Method and path with query. */
	readonly requests: string[] = [];
	/** Values of the header `Authorization`. */
	readonly authorizations: Array<string | undefined> = [];
	handle: Handler = (_, response) => response.end('[]');
	url = '';
	readonly #server = createServer((request, response) => {
		this.requests.push(`${request.method} ${request.url}`);
		this.authorizations.push(request.headers.authorization);
		request.resume();
		this.handle(request, response, new URL(request.url ?? '', this.url));
	});

	static async start(): Promise<HostileService> {
		const service = new HostileService();
		await new Promise<void>((resolve) => service.#server.listen(0, '127.0.0.1', resolve));
		service.url = `http://127.0.0.1:${(service.#server.address() as AddressInfo).port}`;
		return service;
	}

	/** Sends the same JSON for each request. */
	always(body: unknown, status = 200): void {
		this.handle = (_, response) => sendJson(response, body, status);
	}

	credential(): ICredentialDataDecryptedObject {
		return { apiKey: 'dub_keyOfTheVictim0123456789', baseUrl: this.url };
	}

	async close(): Promise<void> {
		this.#server.closeAllConnections();
		await new Promise((resolve) => this.#server.close(resolve));
	}
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
	response.writeHead(status, { 'content-type': 'application/json' });
	response.end(JSON.stringify(body));
}

/** The error of a call. */
export async function thrownBy(work: () => Promise<unknown>): Promise<ThrownByNode> {
	try {
		await work();
	} catch (error) {
		return error as ThrownByNode;
	}
	throw new Error('nothing was thrown');
}
