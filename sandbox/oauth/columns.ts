import type { RowOf, Table } from '../store/table.ts';

export const OAUTH_APPS = {
	name: 'oauth_apps',
	columns: {
		id: 'TEXT PRIMARY KEY',
		client_id: 'TEXT NOT NULL UNIQUE',
		/** null for apps with PKCE. */
		client_secret: 'TEXT',
		name: 'TEXT NOT NULL',
		pkce: 'BOOLEAN NOT NULL',
		/** JSON: the registered redirect URIs, compared exactly */
		redirect_uris: 'TEXT NOT NULL',
		workspace_id: 'TEXT NOT NULL REFERENCES workspaces(id)',
	},
} as const satisfies Table;

export type OAuthApp = RowOf<typeof OAUTH_APPS>;

export const OAUTH_CODES = {
	name: 'oauth_codes',
	columns: {
		code: 'TEXT PRIMARY KEY',
		client_id: 'TEXT NOT NULL',
		user_id: 'TEXT NOT NULL',
		workspace_id: 'TEXT NOT NULL',
		redirect_uri: 'TEXT NOT NULL',
		/** Separated by spaces. */
		scopes: 'TEXT NOT NULL',
		code_challenge: 'TEXT',
		expires_at: 'INTEGER NOT NULL',
	},
} as const satisfies Table;

export type CodeRow = RowOf<typeof OAUTH_CODES>;

export const OAUTH_TOKENS = {
	name: 'oauth_tokens',
	columns: {
		id: 'TEXT PRIMARY KEY',
		access_token: 'TEXT NOT NULL UNIQUE',
		refresh_token: 'TEXT NOT NULL UNIQUE',
		client_id: 'TEXT NOT NULL',
		user_id: 'TEXT NOT NULL',
		workspace_id: 'TEXT NOT NULL',
		/** Separated by spaces. */
		scopes: 'TEXT NOT NULL',
		access_expires_at: 'INTEGER NOT NULL',
		refresh_expires_at: 'INTEGER NOT NULL',
		created_at: 'INTEGER NOT NULL',
	},
} as const satisfies Table;

export type TokenRow = RowOf<typeof OAUTH_TOKENS>;
