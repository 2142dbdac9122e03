import type { Database } from '../store/database.ts';
import { hex } from '../store/ids.ts';
import type { AuthorizationRequest } from './authorizationRequest.ts';
import type { CodeRow } from './columns.ts';

const LIFETIME = 2 * 60_000;

export function issueCode(
	db: Database,
	request: AuthorizationRequest,
	userId: string,
	now: number,
): string {
	const code = hex(80);
	db.insert('oauth_codes', {
		code,
		client_id: request.app.client_id,
		user_id: userId,
		workspace_id: request.app.workspace_id,
		redirect_uri: request.redirectUri,
		scopes: request.scopes.join(' '),
		code_challenge: request.codeChallenge ?? null,
		expires_at: now + LIFETIME,
	});
	return code;
}

export function findCode(db: Database, code: string): CodeRow | undefined {
	return db.get<CodeRow>('SELECT * FROM oauth_codes WHERE code = ?', code);
}

/** A code can be redeemed only once. */
export function deleteCode(db: Database, code: string): void {
	db.run('DELETE FROM oauth_codes WHERE code = ?', code);
}
