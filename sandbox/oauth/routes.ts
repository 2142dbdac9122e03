import { createHash } from 'node:crypto';
import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import type { Context } from '../http/context.ts';
import { ApiError } from '../http/errors.ts';
import { lastValueWins, validate } from '../http/validate.ts';
import { authenticateClient } from './apps.ts';
import { authorizeRoutes } from './authorize.ts';
import { deleteCode, findCode } from './codes.ts';
import { findRefreshToken, issueTokens, type TokenResponse } from './tokens.ts';

/** The OAuth endpoints, which take forms instead of JSON. */
export function oauthRoutes(app: FastifyInstance, context: Context): void {
	app.removeAllContentTypeParsers();
	void app.register(formbody, { parser: lastValueWins });
	void app.register(async (pages) => authorizeRoutes(pages, context));
	tokenRoute(app, context);
}

const grant = z.object({ grant_type: z.enum(['authorization_code', 'refresh_token']) });

const client = z.object({ client_id: z.string().optional(), client_secret: z.string().optional() });

const codeForm = client.extend({
	code: z.string().min(1),
	redirect_uri: z.url(),
	code_verifier: z.string().max(190).optional(),
});

const refreshForm = client.extend({ refresh_token: z.string().min(1) });

/** `POST /oauth/token`: takes a form; its errors are 401 or 400 in the service's own format. */
function tokenRoute(app: FastifyInstance, { db, clock, quirks }: Context): void {
	app.post('/oauth/token', { config: { access: { public: true } } }, async (request, reply) => {
		void reply.header('cache-control', 'no-store');
		const { grant_type } = validate(grant, request.body, quirks);
		const exchange = grant_type === 'authorization_code' ? redeemCode : refresh;
		return db.transaction(() => exchange(request.body, request.headers.authorization));
	});

	function redeemCode(body: unknown, authorization: string | undefined): TokenResponse {
		const form = validate(codeForm, body, quirks);
		const caller = authenticateClient(db, form, authorization);
		if (caller.pkce && !form.code_verifier) {
			throw new ApiError('bad_request', 'Missing code_verifier.');
		}
		const code = findCode(db, form.code);
		if (!code || code.client_id !== caller.client_id) {
			throw new ApiError('unauthorized', 'The code is not valid.');
		}
		checkVerifier(code.code_challenge, form.code_verifier);
		if (code.expires_at <= clock.now()) {
			throw new ApiError('bad_request', 'The code has expired.');
		}
		if (code.redirect_uri !== form.redirect_uri) {
			throw new ApiError('bad_request', 'The redirect_uri is not the one that was authorized.');
		}
		deleteCode(db, code.code);
		return issueTokens(db, code, quirks.accessTokenLifetime, clock.now());
	}

	function refresh(body: unknown, authorization: string | undefined): TokenResponse {
		const form = validate(refreshForm, body, quirks);
		const caller = authenticateClient(db, form, authorization);
		const pair = findRefreshToken(db, form.refresh_token);
		if (!pair) throw new ApiError('unauthorized', 'The refresh token was not found.');
		if (pair.client_id !== caller.client_id) {
			throw new ApiError('unauthorized', 'The refresh token belongs to another client.');
		}
		if (pair.refresh_expires_at <= clock.now()) {
			throw new ApiError('unauthorized', 'The refresh token has expired.');
		}
		return issueTokens(db, pair, quirks.accessTokenLifetime, clock.now());
	}
}

/** A challenge sent with the authorization request must be met, even by an app with a secret. */
function checkVerifier(challenge: string | null, verifier: string | undefined): void {
	if (challenge === null) return;
	if (!verifier) throw new ApiError('bad_request', 'Missing code_verifier.');
	if (challengeOf(verifier) !== challenge) throw new ApiError('unauthorized', 'invalid_grant');
}

/** The S256 challenge of a verifier. */
function challengeOf(verifier: string): string {
	return createHash('sha256').update(verifier).digest('base64url');
}
