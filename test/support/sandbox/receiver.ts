import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { until } from '../until.ts';

export interface Delivery {
	path: string;
	headers: IncomingHttpHeaders;
	/** The bytes as they came. */
	raw: Buffer;
	envelope: { id: string; event: string; createdAt: string; data: Record<string, unknown> };
}

/** A status, later too, or no response, or one that never ends. */
type Reaction = number | 'silence' | 'endless' | Promise<number>;

/** An HTTP server for webhook deliveries, which records them and responds as configured. */
export class Receiver {
	readonly deliveries: Delivery[] = [];
	/** How to respond to the n-th delivery (from 0). */
	react: (delivery: Delivery, n: number) => Reaction = () => 200;
	readonly #server = createServer();

	constructor() {
		this.#server.on('request', (request, response) => {
			void request.toArray().then(async (chunks) => {
				const raw = Buffer.concat(chunks as Buffer[]);
				const { url = '', headers } = request;
				const envelope = JSON.parse(raw.toString('utf8')) as Delivery['envelope'];
				const delivery = { path: url, headers, raw, envelope };
				this.deliveries.push(delivery);
				const reaction = await this.react(delivery, this.deliveries.length - 1);
				if (reaction === 'silence') return;
				if (reaction === 'endless') return void pipeline(endless(), response).catch(() => {});
				const location = `${this.url}/elsewhere`;
				response.writeHead(reaction, reaction >= 300 && reaction < 400 ? { location } : {});
				response.end(`responded ${reaction}`);
			});
		});
	}

	static async start(): Promise<Receiver> {
		const receiver = new Receiver();
		await receiver.listen();
		return receiver;
	}

	async listen(): Promise<void> {
		this.#server.listen(0, '127.0.0.1');
		await once(this.#server, 'listening');
	}

	get url(): string {
		return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
	}

	/** The deliveries to a path, once there are `count` of them. */
	async received(count: number, path = '/'): Promise<Delivery[]> {
		const here = () => this.deliveries.filter((delivery) => delivery.path === path);
		await until(() => here().length >= count, `${count} deliveries to ${path}`);
		return here();
	}

	reset(): void {
		this.deliveries.length = 0;
		this.react = () => 200;
	}

	async close(): Promise<void> {
		this.#server.closeAllConnections();
		this.#server.close();
		await once(this.#server, 'close');
	}
}

function* endless(): Generator<string> {
	for (;;) yield 'and so on '.repeat(1000);
}

/** One for all tests of a file, which is reset before each. */
export function useReceiver(): Receiver {
	const receiver = new Receiver();
	beforeAll(async () => await receiver.listen());
	beforeEach(() => receiver.reset());
	afterAll(async () => await receiver.close());
	return receiver;
}
