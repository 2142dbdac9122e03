import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
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

/** A status, or no response, or one that never ends. */
type Reaction = number | 'silence' | 'endless';

/** An HTTP server for webhook deliveries, which records them and responds as configured. */
export class Receiver {
	readonly deliveries: Delivery[] = [];
	/** How to respond to the n-th delivery (from 0). */
	react: (delivery: Delivery, n: number) => Reaction = () => 200;
	readonly #server: Server;

	private constructor(server: Server) {
		this.#server = server;
	}

	static async start(): Promise<Receiver> {
		const server = createServer();
		const receiver = new Receiver(server);
		server.on('request', (request, response) => {
			void request.toArray().then((chunks) => {
				const raw = Buffer.concat(chunks as Buffer[]);
				const { url = '', headers } = request;
				const envelope = JSON.parse(raw.toString('utf8')) as Delivery['envelope'];
				const delivery = { path: url, headers, raw, envelope };
				receiver.deliveries.push(delivery);
				const reaction = receiver.react(delivery, receiver.deliveries.length - 1);
				if (reaction === 'silence') return;
				if (reaction === 'endless') return void pipeline(endless(), response).catch(() => {});
				const location = `${receiver.url}/elsewhere`;
				response.writeHead(reaction, reaction >= 300 && reaction < 400 ? { location } : {});
				response.end(`responded ${reaction}`);
			});
		});
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
		return receiver;
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

	async close(): Promise<void> {
		this.#server.closeAllConnections();
		this.#server.close();
		await once(this.#server, 'close');
	}
}

function* endless(): Generator<string> {
	for (;;) yield 'and so on '.repeat(1000);
}
