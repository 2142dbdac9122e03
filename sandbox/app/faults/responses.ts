import type { FastifyReply } from 'fastify';
import type { Clock } from '../../http/context.ts';
import { internalServerError, rateLimitExceeded, type ApiError } from '../../http/errors.ts';
import type { Fault } from './schema.ts';

type OfKind<Kind extends Fault['kind']> = Extract<Fault, { kind: Kind }>;

const GATEWAY_STATUS = {
	502: 'Bad Gateway',
	503: 'Service Temporarily Unavailable',
	504: 'Gateway Time-out',
};

/** Like the next two: sets the status and headers of a faulty response and returns its body. */
export function rateLimited(reply: FastifyReply, fault: OfKind<'rateLimited'>, clock: Clock) {
	const retryAfter = retryAfterOf(fault, clock.now());
	if (retryAfter === undefined) reply.removeHeader('retry-after');
	else reply.header('retry-after', retryAfter);
	return serviceError(reply, rateLimitExceeded());
}

export function failed(reply: FastifyReply, { status = 500 }: OfKind<'status'>): string {
	if (status !== 500) return page(reply, status, `${status} ${GATEWAY_STATUS[status]}`);
	return serviceError(reply, internalServerError());
}

export function page(reply: FastifyReply, status: number, title: string): string {
	reply.status(status).header('content-type', 'text/html');
	return `<html>\r\n<head><title>${title}</title></head>\r\n<body><h1>${title}</h1></body>\r\n</html>\r\n`;
}

function serviceError(reply: FastifyReply, error: ApiError): string {
	reply.status(error.status).header('content-type', 'application/json; charset=utf-8');
	return JSON.stringify(error.body());
}

function retryAfterOf(
	{ wait = 1000, notation = 'seconds' }: OfKind<'rateLimited'>,
	now: number,
): string | number | undefined {
	const until = now + wait;
	switch (notation) {
		case 'seconds':
			return Math.ceil(wait / 1000);
		case 'httpDate':
			return new Date(Math.ceil(until / 1000) * 1000).toUTCString();
		case 'epochSeconds':
			return Math.ceil(until / 1000);
		case 'epochMilliseconds':
			return until;
		case 'none':
			return undefined;
	}
}
