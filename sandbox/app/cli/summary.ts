import { redirectUris, type OAuthApp } from '../../oauth/apps.ts';
import type { Sandbox } from '../server.ts';

interface OwnerKey {
	id: string;
	slug: string;
	plan: string;
	token: string | null;
}

/** The text that the sandbox prints when it has started. */
export function summary({ url, db, certificate, smtpPort }: Sandbox): string {
	const workspaces = db.all<OwnerKey>(
		`SELECT workspaces.id, slug, plan,
			(SELECT token FROM api_keys JOIN members USING (workspace_id, user_id)
			 WHERE workspace_id = workspaces.id AND role = 'owner' AND scopes IS NULL
			 ORDER BY api_keys.rowid LIMIT 1) AS token
		 FROM workspaces ORDER BY workspaces.rowid`,
	);
	const lines = [`Link Attribution Service sandbox: ${url}`, ''];
	if (workspaces.length === 0) lines.push('It contains no data.');
	for (const { id, slug, plan, token } of workspaces) {
		lines.push(`Workspace ${slug} (${plan} plan)`, `  API key          ${token ?? 'none'}`);
		for (const app of db.all<OAuthApp>('SELECT * FROM oauth_apps WHERE workspace_id = ?', id)) {
			const kind = app.pkce ? 'with PKCE' : `secret ${app.client_secret ?? ''}`;
			lines.push(`  OAuth client ID  ${app.client_id} (${kind})`);
		}
	}
	const [app] = db.all<OAuthApp>('SELECT * FROM oauth_apps LIMIT 1');
	if (app) lines.push('', 'OAuth redirect URIs:', ...redirectUris(app).map((uri) => `  ${uri}`));
	const key = workspaces.find(({ plan }) => plan === 'business')?.token ?? workspaces[0]?.token;
	const curl = certificate === undefined ? 'curl' : 'curl --insecure';
	if (key) lines.push('', 'Try:', `  ${curl} -H 'Authorization: Bearer ${key}' ${url}/folders`);
	if (certificate !== undefined) {
		lines.push(
			'',
			'Save this certificate in a file, and set NODE_EXTRA_CA_CERTS to its path:',
			certificate.trim(),
		);
	}
	if (smtpPort !== undefined) lines.push('', `SMTP server for email: 127.0.0.1:${smtpPort}`);
	lines.push('', `Overview: ${url}/sandbox`, 'Stop with Ctrl-C.');
	return lines.join('\n');
}
