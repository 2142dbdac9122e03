import type { FastifyInstance } from 'fastify';
import { generateSampleData } from '../data/generate.ts';
import { DEFAULT_SAMPLE_DATA } from '../data/sample.ts';
import { Clock, type Context } from '../http/context.ts';
import { CONTRACT_QUIRKS, type Quirks } from '../http/quirks.ts';
import { RateLimiter, type Limits } from '../http/rateLimiter.ts';
import type { MailServer } from '../mail/server.ts';
import { Database } from '../store/database.ts';
import type { DeliveryOptions } from '../webhook/deliveryOptions.ts';
import type { Outage } from '../webhook/outage.ts';
import { settleExternalPayout } from '../payout/rules.ts';
import { WebhookPublisher } from '../webhook/publisher.ts';
import { createApp } from './app.ts';
import { Faults } from './faults/faults.ts';
import type { Fault } from './faults/schema.ts';
import { startNetwork, type Network, type NetworkOptions } from './network/network.ts';
import { RequestLog } from './requestLog.ts';
import { TABLES } from './tables.ts';

export interface SandboxOptions {
	/** 0 (default) chooses a free port. */
	port?: number;
	/** SQLite file; in memory by default. A file that already holds data is used as it is. */
	file?: string;
	/** The same seed at the same time of day gives the same data; `false` starts empty. */
	sampleData?: { seed: number; events: number } | false;
	quirks?: Partial<Quirks>;
	webhooks?: DeliveryOptions;
	/** Overrides the plans' rate limits. */
	limits?: Limits;
	faults?: Fault[];
	/** Repeats responses until something changes, for benchmarks of clients; see `ResponseCache`. */
	cacheReads?: boolean;
	/** Simulated network between the clients and the service; `port` is then the network's. */
	network?: NetworkOptions;
	/** Port of an SMTP server whose mail goes to the outbox; 0 chooses a free port. No SMTP server by default. */
	smtp?: number;
}

export interface Sandbox {
	url: string;
	db: Database;
	clock: Clock;
	/** Can be changed at any time. */
	quirks: Quirks;
	/** Can be set at any time. */
	limits: Limits;
	requests: RequestLog;
	faults: Faults;
	/** Makes the receivers of webhooks unreachable. */
	outage: Outage;
	/** Only with the option `network`. Can be changed at any time. */
	network?: Network;
	/** The certificate that clients must trust, as PEM; only with the network's `tls`. */
	certificate?: string;
	/** Only with the option `smtp`. */
	smtpPort?: number;
	close(): Promise<void>;
}

/** Starts the sandbox of the Link Attribution Service on 127.0.0.1. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const db = new Database(options.file ?? ':memory:', TABLES);
	const clock = new Clock();
	const quirks: Quirks = { ...CONTRACT_QUIRKS, ...options.quirks };
	const sampleData = options.sampleData ?? DEFAULT_SAMPLE_DATA;
	if (sampleData && !db.get('SELECT 1 FROM workspaces')) {
		generateSampleData(db, { ...sampleData, now: clock.now() });
	}

	let url = '';
	const core = { db, clock, quirks };
	const webhooks = new WebhookPublisher(core, options.webhooks, (...end) =>
		settleExternalPayout(core, ...end),
	);
	const requests = new RequestLog();
	const faults = new Faults(options.faults);
	const timers = new Map<NodeJS.Timeout, () => void>();
	const context: Context = {
		db,
		clock,
		quirks,
		webhooks,
		url: () => url,
		background(delay, work) {
			if (delay === 0) return work();
			const timer = setTimeout(() => {
				timers.delete(timer);
				work();
			}, delay);
			timers.set(timer, work);
		},
	};

	const limiter = new RateLimiter(options.limits);
	const cacheReads = options.cacheReads ?? false;
	const line: { network?: Network } = {};
	const app = createApp(context, { webhooks, requests, faults, limiter, cacheReads, line });
	const { address, network, mailServer } = await listen(app, context, options);
	line.network = network;
	url = network?.url ?? address;
	return {
		url,
		db,
		clock,
		quirks,
		get limits() {
			return limiter.limits;
		},
		set limits(limits) {
			limiter.limits = limits;
		},
		requests,
		faults,
		outage: webhooks.outage,
		network,
		certificate: network?.certificate,
		smtpPort: mailServer?.port,
		async close() {
			await mailServer?.close();
			await app.close();
			await network?.close();
			for (const [timer, work] of timers) {
				clearTimeout(timer);
				work();
			}
			await webhooks.close();
			db.close();
		},
	};
}

interface Listeners {
	address: string;
	network?: Network;
	mailServer?: MailServer;
}

async function listen(
	app: FastifyInstance,
	context: Context,
	{ port = 0, network, smtp }: SandboxOptions,
): Promise<Listeners> {
	const listeners: Listeners = {
		address: await app.listen({ host: '127.0.0.1', port: network ? 0 : port }),
	};
	try {
		const to = Number(new URL(listeners.address).port);
		if (network) listeners.network = await startNetwork(to, port, network);
		if (smtp !== undefined) {
			// Loaded only now, so that the sandbox starts quickly without it.
			const { startMailServer } = await import('../mail/server.ts');
			listeners.mailServer = await startMailServer(context, smtp);
		}
		return listeners;
	} catch (error) {
		await app.close();
		await listeners.network?.close();
		throw error;
	}
}
