import type { Database } from '../store/database.ts';

interface SampleKey {
	workspace: string;
	name: string;
	token: string;
}

export interface SampleApp {
	workspace: string;
	name: string;
	clientId: string;
	clientSecret: string | null;
	pkce: boolean;
}

/** The API keys of all workspaces: `owner`, `readonly`, `folders`, `member`, `viewer`, `expired-invite`, `open-invite`. */
export function sampleKeys(db: Database): SampleKey[] {
	return db.all<SampleKey>(
		`SELECT workspaces.slug AS workspace, api_keys.name AS name, token FROM api_keys
		 JOIN workspaces ON workspaces.id = workspace_id ORDER BY api_keys.rowid`,
	);
}

/** The token of a workspace's API key. A workspace's slug is the name of its plan. */
export function sampleKey(db: Database, workspace: string, name = 'owner'): string {
	const key = sampleKeys(db).find((item) => item.workspace === workspace && item.name === name);
	if (!key) throw new Error(`There is no API key '${name}' in the workspace '${workspace}'.`);
	return key.token;
}

/** Two OAuth apps for each workspace: one with PKCE, one with a client secret. */
export function sampleApps(db: Database): SampleApp[] {
	return db
		.all<Omit<SampleApp, 'pkce'> & { pkce: number }>(
			`SELECT workspaces.slug AS workspace, oauth_apps.name AS name, client_id AS clientId,
			 client_secret AS clientSecret, pkce FROM oauth_apps
			 JOIN workspaces ON workspaces.id = workspace_id ORDER BY oauth_apps.rowid`,
		)
		.map((app) => ({ ...app, pkce: app.pkce === 1 }));
}
