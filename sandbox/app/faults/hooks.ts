import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../http/context.ts';
import type { LoggedRequest } from '../requestLog.ts';
import { pause, throttled, truncated } from './bodies.ts';
import type { Faults } from './faults.ts';
import { failed, page, rateLimited } from './responses.ts';
import type { Fault } from './schema.ts';

declare module 'fastify' {
	interface FastifyRequest {
		/** The fault that hit the request before the service saw it. */
		fault: Fault | null;
	}
}

/** The body that a fault alters if there is no response of the service. */
const GATEWAY_BODY = JSON.stringify({
	error: 'This response is from the gateway, not from the service.',
});

/** Hooks around the service: `onRequest` before it sees a request, `onSend` with its response. */
export function createFaultHooks(faults: Faults, clock: Clock) {
	async function onRequest(request: FastifyRequest, reply: FastifyReply) {
		const fault = request.logged && hit(request, request.logged, undefined);
		if (!fault) return;
		request.fault = fault;
		if (fault.kind !== 'slow') return await reply.send(GATEWAY_BODY);
		const { socket } = request.raw;
		if (fault.stallAt === undefined) await pause(fault.stall ?? 0, socket);
		// A request that the client aborted meanwhile must not reach the service.
		if (socket.destroyed) reply.hijack();
	}

	async function onSend(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
		const { logged, fault } = request;
		if (!logged) return payload;
		const seen = fault === null || fault.kind === 'slow';
		logged.carriedOut = seen && reply.statusCode < 400;
		if (fault) return await alter(fault, request, reply, payload);
		const late = logged.carriedOut && hit(request, logged, 'carriedOut');
		return late ? await alter(late, request, reply, payload) : payload;
	}

	function hit(request: FastifyRequest, logged: LoggedRequest, after: Fault['after']) {
		const { method, path } = logged;
		const fault = faults.next({ method, path, route: request.routeOptions.url }, after);
		if (fault) logged.fault = fault.kind;
		return fault;
	}

	/** @returns the body to send */
	async function alter(
		fault: Fault,
		request: FastifyRequest,
		reply: FastifyReply,
		payload: unknown,
	): Promise<unknown> {
		const { socket } = request.raw;
		switch (fault.kind) {
			case 'rateLimited':
				return rateLimited(reply, fault, clock);
			case 'status':
				return failed(reply, fault);
			case 'html':
				return page(reply, 200, 'Please stand by');
			case 'empty':
				reply.status(200);
				return '';
			case 'reset':
				socket.resetAndDestroy();
				return payload;
			case 'truncated': {
				const body = bodyOf(payload);
				if (body.length === 0) socket.destroy();
				reply.header('content-length', body.length);
				return truncated(body, socket);
			}
			case 'slow': {
				const { after, stall = 0, stallAt, bytesPerSecond } = fault;
				if (after && stallAt === undefined) await pause(stall, socket);
				if (stallAt === undefined && bytesPerSecond === undefined) return payload;
				const body = bodyOf(payload);
				reply.header('content-length', body.length);
				return throttled(body, socket, stallAt ? stall : 0, bytesPerSecond);
			}
		}
	}

	return { onRequest, onSend };
}

function bodyOf(payload: unknown): Buffer {
	return Buffer.isBuffer(payload)
		? payload
		: Buffer.from(typeof payload === 'string' ? payload : '');
}
