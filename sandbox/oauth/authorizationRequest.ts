import { z } from 'zod/v4';
import { ApiError } from '../http/errors.ts';
import type { Scope } from '../http/permissions.ts';
import type { Quirks } from '../http/quirks.ts';
import { validate } from '../http/validate.ts';
import type { Database } from '../store/database.ts';
import { findApp, redirectUris } from './apps.ts';
import type { OAuthApp } from './columns.ts';
import { parseScopes } from './scopes.ts';

/** The parameters with which an app opens the authorization page. */
export interface AuthorizationRequest {
	app: OAuthApp;
	redirectUri: string;
	scopes: Scope[];
	state?: string;
	codeChallenge?: string;
}

const parameters = z.object({
	client_id: z.string().min(1),
	redirect_uri: z.url(),
	response_type: z.literal('code'),
	scope: z.string().default(''),
	state: z.string().max(1024).optional(),
	code_challenge: z.string().min(1).max(190).optional(),
	code_challenge_method: z.literal('S256').optional(),
});

/** @throws ApiError for a request that must be neither shown nor redirected */
export function readAuthorizationRequest(
	db: Database,
	query: unknown,
	quirks: Quirks,
): AuthorizationRequest {
	const sent = validate(parameters, query, quirks);
	const app = findApp(db, sent.client_id);
	if (!app) throw new ApiError('bad_request', 'No app has this client_id.');
	if (!redirectUris(app).includes(sent.redirect_uri)) {
		throw new ApiError('bad_request', 'This redirect_uri is not registered for the app.');
	}
	const hasChallenge = sent.code_challenge !== undefined;
	const hasMethod = sent.code_challenge_method !== undefined;
	if (hasChallenge !== hasMethod || (app.pkce === 1 && !hasChallenge)) {
		throw new ApiError(
			'bad_request',
			'PKCE requires both code_challenge and code_challenge_method=S256.',
		);
	}
	return {
		app,
		redirectUri: sent.redirect_uri,
		scopes: parseScopes(sent.scope, quirks),
		state: sent.state,
		codeChallenge: sent.code_challenge,
	};
}
