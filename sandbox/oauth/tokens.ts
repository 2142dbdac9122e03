import type { Database } from '../store/database.ts';
import { hex, resourceId } from '../store/ids.ts';
import type { TokenRow } from './columns.ts';

const REFRESH_LIFETIME = 120 * 24 * 60 * 60_000;

/** The app, user, workspace, and scopes of a token pair. */
export type Grant = Pick<TokenRow, 'client_id' | 'user_id' | 'workspace_id' | 'scopes'>;

/** The response of the token endpoint. */
export interface TokenResponse {
	access_token: string;
	refresh_token: string;
	token_type: 'Bearer';
	/** Seconds. */
	expires_in: number;
	scope: string;
}

/**
 * Issues a token pair and revokes the previous one: an app has one valid pair for each user and workspace.
 *
 * @param lifetime lifetime of the access token in seconds
 */
export function issueTokens(
	db: Database,
	grant: Grant,
	lifetime: number,
	now: number,
): TokenResponse {
	const { client_id, user_id, workspace_id, scopes } = grant;
	db.run(
		'DELETE FROM oauth_tokens WHERE client_id = ? AND user_id = ? AND workspace_id = ?',
		client_id,
		user_id,
		workspace_id,
	);
	const response: TokenResponse = {
		access_token: `dub_access_token_${hex(80)}`,
		refresh_token: hex(80),
		token_type: 'Bearer',
		expires_in: lifetime,
		scope: scopes,
	};
	db.insert('oauth_tokens', {
		id: resourceId('oat_', now),
		access_token: response.access_token,
		refresh_token: response.refresh_token,
		client_id,
		user_id,
		workspace_id,
		scopes,
		access_expires_at: now + lifetime * 1000,
		refresh_expires_at: now + REFRESH_LIFETIME,
		created_at: now,
	});
	return response;
}

export function findRefreshToken(db: Database, refreshToken: string): TokenRow | undefined {
	return db.get<TokenRow>('SELECT * FROM oauth_tokens WHERE refresh_token = ?', refreshToken);
}
