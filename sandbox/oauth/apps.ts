import type { Database } from '../store/database.ts';

export interface OAuthApp {
	client_id: string;
	/** Apps with PKCE have none. */
	client_secret: string | null;
	name: string;
	pkce: 0 | 1;
	/** JSON: registered redirect URIs, compared as exact texts */
	redirect_uris: string;
	workspace_id: string;
}

export function findApp(db: Database, clientId: string): OAuthApp | undefined {
	return db.get<OAuthApp>('SELECT * FROM oauth_apps WHERE client_id = ?', clientId);
}

export function redirectUris(app: Pick<OAuthApp, 'redirect_uris'>): string[] {
	return JSON.parse(app.redirect_uris) as string[];
}

/** Registers one more redirect URI with every app of the sandbox. */
export function allowRedirectUri(db: Database, uri: string): void {
	for (const app of db.all<OAuthApp>('SELECT * FROM oauth_apps')) {
		const uris = new Set([...redirectUris(app), uri]);
		db.run(
			'UPDATE oauth_apps SET redirect_uris = ? WHERE client_id = ?',
			JSON.stringify([...uris]),
			app.client_id,
		);
	}
}
