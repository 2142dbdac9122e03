import { redirectUris } from '../../oauth/apps.ts';
import type { OAuthApp } from '../../oauth/columns.ts';
import type { Sandbox } from '../server.ts';

interface OwnerKey {
	id: string;
	slug: string;
	plan: string;
	token: string | null;
}

/** The text printed after startup: URLs, API keys, and OAuth apps. */
export function summary({ url, db, certificate, smtpPort }: Sandbox): string {
	const workspaces = db.all<OwnerKey>(
		`SELECT workspaces.id, slug, plan,
			(SELECT token FROM api_keys JOIN members USING (workspace_id, user_id)
			 WHERE workspace_id = workspaces.id AND role = 'owner' AND scopes IS NULL
			 ORDER BY api_keys.rowid LIMIT 1) AS token
		 FROM workspaces ORDER BY workspaces.rowid`,
	);
	const lines = [
		`Link Attribution Service sandbox: ${url}`,
		`Dashboard: ${url}/sandbox (press Visit on its page Play, and watch Live)`,
		'',
	];
	if (workspaces.length === 0) lines.push('The sandbox has no data.');
	for (const { id, slug, plan, token } of workspaces) {
		lines.push(`Workspace ${slug} (${plan} plan)`, `  API key          ${token ?? 'none'}`);
		for (const key of db.all<{ token: string; scopes: string }>(
			'SELECT token, scopes FROM api_keys WHERE workspace_id = ? AND scopes IS NOT NULL',
			id,
		)) {
			lines.push(`  restricted key   ${key.token} (${key.scopes})`);
		}
		for (const app of db.all<OAuthApp>('SELECT * FROM oauth_apps WHERE workspace_id = ?', id)) {
			const kind = app.pkce ? 'with PKCE' : `secret ${app.client_secret ?? ''}`;
			lines.push(`  OAuth client ID  ${app.client_id} (${kind})`);
		}
	}
	const [app] = db.all<OAuthApp>('SELECT * FROM oauth_apps LIMIT 1');
	if (app) lines.push('', 'OAuth redirect URIs:', ...redirectUris(app).map((uri) => `  ${uri}`));
	const link = db.get<{ domain: string; key: string }>(
		`SELECT domain, key FROM links WHERE key NOT IN ('_root', '') AND disabled_at IS NULL
		 AND expires_at IS NULL AND password IS NULL LIMIT 1`,
	);
	if (link) {
		lines.push('', 'Visit a short link, which records a click:');
		lines.push(`  ${url}/s/${link.domain}/${link.key}`);
	}
	const key = workspaces.find(({ plan }) => plan === 'business')?.token ?? workspaces[0]?.token;
	const curl = certificate === undefined ? 'curl' : 'curl --insecure';
	if (key) lines.push('', 'Try:', `  ${curl} -H 'Authorization: Bearer ${key}' ${url}/folders`);
	if (certificate !== undefined) {
		lines.push('', 'Certificate, for the file in NODE_EXTRA_CA_CERTS:', certificate.trim());
	}
	if (smtpPort !== undefined) lines.push('', `SMTP server: 127.0.0.1:${smtpPort}`);
	lines.push('', 'Stop with Ctrl-C.');
	return lines.join('\n');
}
