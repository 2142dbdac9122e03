import type { IDataObject } from 'n8n-workflow';
import type { CredentialReference, N8nClient } from '../n8n/client.ts';
import { allowRedirectUri } from '../../sandbox/oauth/apps.ts';
import type { Sandbox } from '../../sandbox/app/server.ts';
import { allowAccess } from './consent.ts';
import { verify, type Progress } from './progress.ts';
import { apiKey, oauthApp } from './sandbox.ts';

/** By credential type. */
export type Credentials = Record<string, CredentialReference>;

export async function prepareApiKey(
	progress: Progress,
	client: N8nClient,
	sandbox: Sandbox,
): Promise<Credentials> {
	const type = 'linkAttributionApi';
	const credential = await save(client, 'Link Attribution', type, {
		apiKey: apiKey(sandbox),
		baseUrl: sandbox.url,
	});
	const { status, message } = await client.testCredential(credential.id);
	verify(status === 'OK', `The credential test failed: ${message}`);
	progress.log(`Credential "${credential.name}" works: ${message}`);
	return { [type]: credential };
}

export async function prepareOAuth2(
	progress: Progress,
	client: N8nClient,
	sandbox: Sandbox,
): Promise<Credentials> {
	const type = 'linkAttributionOAuth2Api';
	allowRedirectUri(sandbox.db, client.oauthRedirectUri);
	const { clientId } = oauthApp(sandbox);
	const credential = await save(client, 'Link Attribution OAuth2', type, {
		grantType: 'pkce',
		clientId,
		baseUrl: sandbox.url,
		authorizationBaseUrl: sandbox.url,
	});
	await client.connectOAuth2(credential.id, allowAccess);
	const grant = sandbox.db.get<{ name: string; scopes: string }>(
		`SELECT users.name, oauth_tokens.scopes FROM oauth_tokens
		 JOIN users ON users.id = oauth_tokens.user_id WHERE client_id = ?`,
		clientId,
	);
	verify(grant !== undefined, 'The sandbox did not issue an access token.');
	progress.log(`Credential "${credential.name}" is connected as "${grant.name}".`);
	progress.log(`Its scopes: ${grant.scopes}`);
	return { [type]: credential };
}

/** The sandbox receives n8n's email in its outbox. */
export async function prepareMail(
	progress: Progress,
	client: N8nClient,
	{ url, smtpPort: port }: Sandbox,
): Promise<Credentials> {
	const smtp = await save(client, 'SMTP', 'smtp', {
		...{ host: '127.0.0.1', port, secure: false },
		disableStartTls: true,
	});
	progress.log(`Email that n8n sends: ${url}/sandbox/outbox`);
	return { smtp };
}

/** Creates the credential, or updates the one of an earlier start. */
async function save(
	client: N8nClient,
	name: string,
	type: string,
	data: IDataObject,
): Promise<CredentialReference> {
	const existing = (await client.listCredentials()).find(
		(credential) => credential.name === name && credential.type === type,
	);
	return existing
		? await client.updateCredential(existing.id, name, type, data)
		: await client.createCredential(name, type, data);
}
