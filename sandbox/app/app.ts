import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify';
import { analyticsRoutes } from '../analytics/routes.ts';
import { bountyRoutes } from '../bountySubmission/routes.ts';
import { commissionRoutes } from '../commission/routes.ts';
import { trackingRoutes } from '../conversion/routes.ts';
import { customerRoutes } from '../customer/routes.ts';
import { discountCodeRoutes } from '../discountCode/routes.ts';
import { domainRegistrationRoutes } from '../domain/registration.ts';
import { domainRoutes } from '../domain/routes.ts';
import { embedTokenRoutes } from '../embedToken/routes.ts';
import { eventRoutes } from '../event/routes.ts';
import { folderRoutes } from '../folder/routes.ts';
import { createAccessHooks } from '../http/access.ts';
import type { Context } from '../http/context.ts';
import {
	ApiError,
	internalServerError,
	rejectBrokenRequest,
	unknownRoute,
} from '../http/errors.ts';
import { createLoopbackGuard, isLoopbackHost } from '../http/loopback.ts';
import type { RateLimiter } from '../http/rateLimiter.ts';
import { lastValueWins } from '../http/validate.ts';
import { linkBulkRoutes } from '../link/bulkRoutes.ts';
import { linkRoutes } from '../link/routes.ts';
import { oauthRoutes } from '../oauth/routes.ts';
import { partnerAnalyticsRoutes } from '../partner/analytics.ts';
import { partnerLinkRoutes } from '../partner/links.ts';
import { partnerRoutes } from '../partner/routes.ts';
import { partnerApplicationRoutes } from '../partnerApplication/routes.ts';
import { payoutRoutes } from '../payout/routes.ts';
import { qrCodeRoutes } from '../qrCode/routes.ts';
import { ClickRecorder } from '../shortLink/clicks.ts';
import { isShortDomain, shortLinkPath, shortLinkRoutes } from '../shortLink/routes.ts';
import { tagRoutes } from '../tag/routes.ts';
import { userRoutes } from '../user/routes.ts';
import { webhookInspectionRoutes } from '../webhook/inspection.ts';
import type { WebhookPublisher } from '../webhook/publisher.ts';
import { webhookRoutes } from '../webhook/routes.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import type { Faults } from './faults/faults.ts';
import { createFaultHooks } from './faults/hooks.ts';
import { inspectionRoutes } from './inspection.ts';
import type { Network } from './network/network.ts';
import { createRequestLogger, type RequestLog } from './requestLog.ts';
import { createCacheHooks, ResponseCache } from './responseCache.ts';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** An empty body means no body, not broken JSON. */
		bodyOptional?: boolean;
	}
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
	userRoutes,
	webhookRoutes,
];

/** What only some routes and hooks work with. */
export interface Parts {
	webhooks: WebhookPublisher;
	requests: RequestLog;
	faults: Faults;
	limiter: RateLimiter;
	cacheReads: boolean;
	/** Once it listens, if it simulates a network. */
	line: { network?: Network };
}

/** The HTTP server with all routes and hooks, not yet listening. */
export function createApp(context: Context, parts: Parts): FastifyInstance {
	const app = Fastify({
		bodyLimit: 1024 * 1024,
		// Fits the longest `query` of GET /events, in which a character can take nine when encoded.
		http: { maxHeaderSize: 128 * 1024 },
		// Short links are routed by `Host`, so that their keys cannot collide with paths of the API.
		rewriteUrl: ({ headers: { host = '' }, url = '/' }) =>
			(isLoopbackHost(host) ? null : shortLinkPath(context.db, host, url)) ?? url,
		forceCloseConnections: true,
		routerOptions: { maxParamLength: 1024, querystringParser: lastValueWins },
		clientErrorHandler: rejectBrokenRequest,
		frameworkErrors: (error, _request, reply) => void sendError(reply as FastifyReply, error),
	});
	app.decorateRequest('principal', null);
	app.decorateRequest('rateLimit', null);
	app.decorateRequest('logged', null);
	app.decorateRequest('fault', null);
	// No DELETE takes a body, but clients often send a content type with an empty one.
	const parseJson = app.getDefaultJsonParser('error', 'error');
	app.addContentTypeParser<string>(
		'application/json',
		{ parseAs: 'string' },
		(request, body, done) => {
			const { bodyOptional } = request.routeOptions.config;
			const isIgnored = request.method === 'DELETE' || (bodyOptional && body === '');
			return isIgnored ? done(null) : parseJson(request, body, done);
		},
	);
	addHooks(app, context, parts);
	app.setErrorHandler((error: FastifyError | ApiError, _request, reply) => sendError(reply, error));
	app.setNotFoundHandler(() => {
		throw unknownRoute();
	});
	for (const routes of ROUTES) routes(app, context);
	const clicks = new ClickRecorder(context, parts.webhooks);
	trackingRoutes(app, context, clicks);
	shortLinkRoutes(app, context, clicks);
	inspectionRoutes(app, context, parts);
	webhookInspectionRoutes(app, context, parts.webhooks);
	// A separate plugin, since only OAuth takes forms and sends pages.
	void app.register(async (pages) => oauthRoutes(pages, context));
	void app.register(async (pages) => await dashboardRoutes(pages, context, parts));
	return app;
}

/** Requests pass the log, loopback guard, faults, access checks, and cache; responses pass them in reverse. */
function addHooks(
	app: FastifyInstance,
	context: Context,
	{ requests, faults, limiter, cacheReads }: Parts,
): void {
	const logger = createRequestLogger(requests);
	const guard = createLoopbackGuard((host) => isShortDomain(context.db, host));
	const injector = createFaultHooks(faults, context.clock);
	const access = createAccessHooks({ ...context, limiter });
	for (const { onRequest } of [logger, guard, injector, access])
		app.addHook('onRequest', onRequest);
	if (cacheReads) {
		const cache = createCacheHooks(new ResponseCache());
		app.addHook('preHandler', cache.preHandler);
		app.addHook('onSend', cache.onSend);
	}
	for (const { onSend } of [access, injector, logger]) app.addHook('onSend', onSend);
	app.addHook('onSend', async (_, reply) => {
		void reply.header('date', new Date(context.clock.now()).toUTCString());
	});
}

function sendError(reply: FastifyReply, error: FastifyError | ApiError): FastifyReply {
	const apiError = error instanceof ApiError ? error : fromFramework(error);
	return reply.status(apiError.status).send(apiError.body());
}

/** The framework's own errors (broken JSON, too large, wrong content type, bad URL) are bad requests. */
function fromFramework(error: FastifyError): ApiError {
	const status = error.statusCode ?? 500;
	if (status < 500) return new ApiError('bad_request', error.message);
	console.error(error);
	return internalServerError();
}
