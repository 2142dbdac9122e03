import { Agent, createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

/** Forwards requests to several servers, in turn unless one is chosen. */
export class LoadBalancer {
	/** Addresses without trailing slash. */
	targets: string[] = [];
	/** How many requests each target took. */
	readonly taken = new Map<string, number>();
	/** The target of a request; undefined for whose turn it is. */
	route: (path: string) => string | undefined = () => undefined;
	url = '';
	/** A connection that is kept can be closed by the other side in the moment when it is used. */
	readonly #agent = new Agent({ keepAlive: false });
	readonly #server = createServer((incoming, outgoing) => {
		const { method, url = '', headers } = incoming;
		const target = this.route(url) ?? this.targets[this.#turn++ % this.targets.length];
		this.taken.set(target, (this.taken.get(target) ?? 0) + 1);
		const passedOn = forward(target + url, { method, headers, agent: this.#agent }, (response) => {
			outgoing.writeHead(response.statusCode ?? 502, response.headers);
			pipeline(response, outgoing, () => {});
		});
		passedOn.on('error', () => outgoing.destroy());
		pipeline(incoming, passedOn, () => {});
	});
	#turn = 0;

	async start(): Promise<this> {
		await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
		this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
		return this;
	}

	async close(): Promise<void> {
		this.#agent.destroy();
		this.#server.closeAllConnections();
		await new Promise((resolve) => this.#server.close(resolve));
	}
}
