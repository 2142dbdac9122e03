import { ApiError } from '../http/errors.ts';
import type { Database } from '../store/database.ts';
import type { OAuthApp } from './columns.ts';

export function findApp(db: Database, clientId: string): OAuthApp | undefined {
	return db.get<OAuthApp>('SELECT * FROM oauth_apps WHERE client_id = ?', clientId);
}

export function redirectUris(app: Pick<OAuthApp, 'redirect_uris'>): string[] {
	return JSON.parse(app.redirect_uris) as string[];
}

/** Registers an additional redirect URI with every OAuth app. */
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

interface ClientCredentials {
	client_id?: string;
	client_secret?: string;
}

/**
 * Finds the app that calls the token endpoint, by the form fields or else by Basic authentication. Apps with PKCE have
 * no secret; one that they send is ignored.
 *
 * @throws ApiError 401
 */
export function authenticateClient(
	db: Database,
	form: ClientCredentials,
	authorization: string | undefined,
): OAuthApp {
	const inForm = form.client_id || form.client_secret;
	const { client_id, client_secret } = inForm ? form : basicCredentials(authorization);
	if (!client_id) throw new ApiError('unauthorized', 'Missing client_id.');
	const app = findApp(db, client_id);
	if (!app) throw new ApiError('unauthorized', 'No app has this client_id.');
	if (app.pkce) return app;
	if (!client_secret) throw new ApiError('unauthorized', 'Missing client_secret.');
	if (client_secret !== app.client_secret) {
		throw new ApiError('unauthorized', 'The client_secret is not valid.');
	}
	return app;
}

function basicCredentials(authorization: string | undefined): ClientCredentials {
	const encoded = authorization?.match(/^Basic +(.+)$/i)?.[1];
	if (!encoded) return {};
	const text = Buffer.from(encoded, 'base64').toString('utf8');
	const colon = text.indexOf(':');
	if (colon === -1) return {};
	return { client_id: text.slice(0, colon), client_secret: text.slice(colon + 1) };
}
