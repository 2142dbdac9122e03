import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify';
import { Clock } from './clock.ts';
import type { Context } from './context.ts';
import { generateSampleData } from './data/generate.ts';
import { DEFAULT_SAMPLE_DATA, type DeliveryOptions } from './defaults.ts';
import { AnswerCache, createCacheHooks } from './http/answerCache.ts';
import { answerBrokenRequest } from './http/brokenRequests.ts';
import { ClickRecorder } from './domain/clicks.ts';
import { Faults } from './faults/faults.ts';
import { createFaultHooks } from './faults/hooks.ts';
import { faultRoutes } from './faults/routes.ts';
import type { Fault } from './faults/schema.ts';
import { ApiError } from './http/errors.ts';
import { createGate, unknownRoute } from './http/gate.ts';
import { lastValueWins } from './http/lastValueWins.ts';
import { createLoopbackGuard, isLoopbackHost } from './http/loopback.ts';
import { RateLimiter, type Limits } from './http/rateLimit.ts';
import { createRequestLogger, RequestLog } from './http/requestLog.ts';
import { startMailServer, type MailServer } from './mail/mailServer.ts';
import { startNetwork, type Network, type NetworkOptions } from './network/network.ts';
import { oauthRoutes } from './oauth/routes.ts';
import { CONTRACT_QUIRKS, type Quirks } from './quirks.ts';
import { analyticsRoutes } from './routes/analytics.ts';
import { bountyRoutes } from './routes/bounties.ts';
import { commissionRoutes } from './routes/commissions.ts';
import { customerRoutes } from './routes/customers.ts';
import { discountCodeRoutes } from './routes/discountCodes.ts';
import { domainRegistrationRoutes } from './routes/domainRegistration.ts';
import { domainRoutes } from './routes/domains.ts';
import { embedTokenRoutes } from './routes/embedTokens.ts';
import { eventRoutes } from './routes/events.ts';
import { folderRoutes } from './routes/folders.ts';
import { inspectionRoutes } from './routes/inspection.ts';
import { linkBulkRoutes } from './routes/linkBulk.ts';
import { linkRoutes } from './routes/links.ts';
import { partnerAnalyticsRoutes } from './routes/partnerAnalytics.ts';
import { partnerApplicationRoutes } from './routes/partnerApplications.ts';
import { partnerLinkRoutes } from './routes/partnerLinks.ts';
import { partnerRoutes } from './routes/partners.ts';
import { payoutRoutes } from './routes/payouts.ts';
import { qrCodeRoutes } from './routes/qrCodes.ts';
import { isShortDomain, shortLinkPath, shortLinkRoutes } from './routes/shortLinks.ts';
import { webhookInspectionRoutes } from './routes/webhookInspection.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import { tagRoutes } from './routes/tags.ts';
import { trackingRoutes } from './routes/tracking.ts';
import { Database } from './store/database.ts';
import type { Outage } from './webhooks/outage.ts';
import { Webhooks } from './webhooks/webhooks.ts';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** An empty body counts as none, and not as broken JSON. */
		bodyOptional?: boolean;
	}
}

export interface SandboxOptions {
	/** 0 (default) takes a free one. */
	port?: number;
	/** SQLite file; in memory unless given. A file that already holds data is used as it is. */
	file?: string;
	/** Sample data is the same for the same seed and time of day; `false` starts empty. */
	sampleData?: { seed: number; events: number } | false;
	quirks?: Partial<Quirks>;
	webhooks?: DeliveryOptions;
	/** Rate limits instead of the plans' own ones. */
	limits?: Limits;
	faults?: Fault[];
	/** Sends the same answers again until something changes, for benchmarks of clients (see `AnswerCache`). */
	cacheReads?: boolean;
	/** Clients reach the service over this network, at its `port`; straight unless given. */
	network?: NetworkOptions;
	/** Also takes in e-mail by SMTP at this port, for the outbox; 0 takes a free one. */
	smtp?: number;
}

export interface Sandbox {
	url: string;
	db: Database;
	clock: Clock;
	/** May be changed while it runs. */
	quirks: Quirks;
	/** May be set while it runs. */
	limits: Limits;
	requests: RequestLog;
	faults: Faults;
	/** Cuts the way to the receivers of webhooks. */
	outage: Outage;
	/** Only with the option `network`. May be changed while it runs. */
	network?: Network;
	/** What clients have to trust, as PEM; only with the network's `tls`. */
	certificate?: string;
	/** Where e-mail is taken in; only with the option `smtp`. */
	smtpPort?: number;
	close(): Promise<void>;
}

const ROUTES = [
	eventRoutes,
	analyticsRoutes,
	linkRoutes,
	linkBulkRoutes,
	folderRoutes,
	tagRoutes,
	domainRoutes,
	domainRegistrationRoutes,
	partnerRoutes,
	partnerLinkRoutes,
	partnerAnalyticsRoutes,
	partnerApplicationRoutes,
	commissionRoutes,
	payoutRoutes,
	qrCodeRoutes,
	bountyRoutes,
	customerRoutes,
	discountCodeRoutes,
	embedTokenRoutes,
	trackingRoutes,
	webhookRoutes,
	inspectionRoutes,
	webhookInspectionRoutes,
	faultRoutes,
	shortLinkRoutes,
];

/** Starts the Link Attribution Service on 127.0.0.1. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const db = new Database(options.file ?? ':memory:');
	const clock = new Clock();
	const quirks: Quirks = { ...CONTRACT_QUIRKS, ...options.quirks };
	const sampleData = options.sampleData ?? DEFAULT_SAMPLE_DATA;
	if (sampleData && !db.get('SELECT 1 FROM workspaces')) {
		generateSampleData(db, { ...sampleData, now: clock.now() });
	}

	let url = '';
	const webhooks = new Webhooks({ db, clock, quirks }, options.webhooks);
	const clicks = new ClickRecorder({ db, clock, quirks, webhooks });
	const requests = new RequestLog();
	const faults = new Faults(options.faults);
	const timers = new Map<NodeJS.Timeout, () => void>();
	const context: Context = {
		db,
		clock,
		quirks,
		webhooks,
		clicks,
		requests,
		faults,
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
	const app = createApp(context, limiter, options.cacheReads ?? false);
	const { address, network, mailServer } = await open(app, context, options);
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

interface Doors {
	address: string;
	network?: Network;
	mailServer?: MailServer;
}

async function open(
	app: FastifyInstance,
	context: Context,
	{ port = 0, network, smtp }: SandboxOptions,
): Promise<Doors> {
	const doors: Doors = {
		address: await app.listen({ host: '127.0.0.1', port: network ? 0 : port }),
	};
	try {
		const to = Number(new URL(doors.address).port);
		if (network) doors.network = await startNetwork(to, port, network);
		if (smtp !== undefined) doors.mailServer = await startMailServer(context, smtp);
		return doors;
	} catch (error) {
		await app.close();
		await doors.network?.close();
		throw error;
	}
}

function createApp(context: Context, limiter: RateLimiter, cacheReads: boolean): FastifyInstance {
	const app = Fastify({
		bodyLimit: 1024 * 1024,
		// Room for the longest `query` of GET /events, of which each character may be encoded as nine.
		http: { maxHeaderSize: 128 * 1024 },
		// By `Host`, so that no key of a short link can be taken for a path of the API.
		rewriteUrl: ({ headers: { host = '' }, url = '/' }) =>
			(isLoopbackHost(host) ? null : shortLinkPath(context.db, host, url)) ?? url,
		forceCloseConnections: true,
		routerOptions: { maxParamLength: 1024, querystringParser: lastValueWins },
		clientErrorHandler: answerBrokenRequest,
		frameworkErrors: (error, _request, reply) => {
			const { status, ...answer } = toAnswer(error);
			void (reply as FastifyReply).status(status).send(answer);
		},
	});
	app.decorateRequest('principal', null);
	app.decorateRequest('rateLimit', null);
	app.decorateRequest('logged', null);
	app.decorateRequest('fault', null);
	// No DELETE has a body here, so what a client sends (an empty one with a content type, most often) is not read.
	const parseJson = app.getDefaultJsonParser('error', 'error');
	app.addContentTypeParser<string>(
		'application/json',
		{ parseAs: 'string' },
		(request, body, done) => {
			const { bodyOptional } = request.routeOptions.config;
			const none = request.method === 'DELETE' || (bodyOptional && body === '');
			return none ? done(null) : parseJson(request, body, done);
		},
	);
	addHooks(app, context, limiter, cacheReads);
	app.setErrorHandler((error: FastifyError | ApiError, _request, reply) => {
		const { status, ...answer } = toAnswer(error);
		return reply.status(status).send(answer);
	});
	app.setNotFoundHandler(() => {
		throw unknownRoute();
	});
	for (const routes of ROUTES) routes(app, context);
	// Its forms and pages are nobody else's.
	void app.register(async (pages) => oauthRoutes(pages, context));
	return app;
}

/** From the outside to the inside, and with the answer back again: log, guard, faults, gate, kept answers. */
function addHooks(
	app: FastifyInstance,
	context: Context,
	limiter: RateLimiter,
	cacheReads: boolean,
): void {
	const logger = createRequestLogger(context.requests);
	const guard = createLoopbackGuard((host) => isShortDomain(context.db, host));
	const faults = createFaultHooks(context.faults, context.clock);
	const gate = createGate({ ...context, limiter });
	for (const { onRequest } of [logger, guard, faults, gate]) app.addHook('onRequest', onRequest);
	if (cacheReads) {
		const cache = createCacheHooks(new AnswerCache());
		app.addHook('preHandler', cache.preHandler);
		app.addHook('onSend', cache.onSend);
	}
	for (const { onSend } of [gate, faults, logger]) app.addHook('onSend', onSend);
	app.addHook('onSend', async (_, reply) => {
		void reply.header('date', new Date(context.clock.now()).toUTCString());
	});
}

function toAnswer(error: FastifyError | ApiError) {
	const apiError = error instanceof ApiError ? error : fromFramework(error);
	return { status: apiError.status, ...apiError.body() };
}

/** What the framework refuses on its own (broken JSON, too large, wrong content type, bad URL) is a bad request. */
function fromFramework(error: FastifyError): ApiError {
	const status = error.statusCode ?? 500;
	if (status < 500) return new ApiError('bad_request', error.message);
	console.error(error);
	return new ApiError('internal_server_error', 'An unexpected server condition occurred.');
}
