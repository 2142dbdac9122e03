import type { FastifyRequest } from 'fastify';
import { ApiError } from './errors.ts';

/** The parsed JSON body; only the OAuth token endpoint takes a form. */
export function jsonBody(request: FastifyRequest): unknown {
	if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
		throw new ApiError('bad_request', 'The body must be JSON, not a form.');
	}
	return request.body;
}
