import { describe, expect, it } from '@jest/globals';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { useService } from '../../support/node/nodeService';
import { OAuthClient } from '../../support/sandbox/oauth';
import { row, workspaceId } from '../../support/sandbox/rows';

const OPERATION = { resource: 'user', operation: 'getInfo', authentication: 'oAuth2' };

const service = useService();

/** What n8n keeps of a credential that was connected as the owner of the business workspace. */
async function connected(): Promise<ICredentialDataDecryptedObject> {
	const client = new OAuthClient(service.sandbox, 'business', 'secret');
	const oauthTokenData = { ...(await client.connect({ scope: 'user.read folders.read' })) };
	return {
		baseUrl: service.proxy.url,
		grantType: 'authorizationCode',
		clientId: client.id,
		clientSecret: client.secret ?? '',
		authUrl: `${service.proxy.url}/oauth/authorize`,
		accessTokenUrl: `${service.proxy.url}/oauth/token`,
		scope: oauthTokenData.scope,
		authentication: 'body',
		oauthTokenData,
	};
}

function sent(): string[] {
	return service.proxy.requests.map(({ method, path }) => `${method} ${path}`);
}

describe('User · Get Info', () => {
	it('gets the connected user and its workspace', async () => {
		const credential = await connected();
		const [user] = await service.output(OPERATION, { credential });
		expect(user).toMatchObject({
			name: 'Owner of business',
			workspace: { id: workspaceId(service.sandbox, 'business'), slug: 'business' },
		});
		expect(row(service.sandbox, 'SELECT name FROM users WHERE id = ?', String(user.id)).name).toBe(
			user.name,
		);
		expect(sent()).toEqual(['GET /oauth/userinfo']);
	});

	it('refreshes an expired token and sends the client secret in the form body', async () => {
		const credential = await connected();
		service.sandbox.clock.advance(7200_000);
		const [user] = await service.output(OPERATION, { credential });
		expect(user.name).toBe('Owner of business');
		expect(sent()).toEqual(['GET /oauth/userinfo', 'POST /oauth/token', 'GET /oauth/userinfo']);
		const form = new URLSearchParams(String(service.proxy.requests[1].body));
		expect([...form.keys()].sort()).toEqual([
			'client_id',
			'client_secret',
			'grant_type',
			'refresh_token',
		]);
	});

	it('uses the OAuth2 credential for other operations', async () => {
		const credential = await connected();
		const folders = await service.output(
			{ resource: 'folder', operation: 'getAll', authentication: 'oAuth2', limit: 2 },
			{ credential },
		);
		expect(folders).toHaveLength(2);
	});

	it.each([
		['DELETE FROM oauth_tokens', 'The refresh token was not found.'],
		["UPDATE oauth_tokens SET client_id = 'x'", 'The refresh token belongs to another client.'],
	])('explains how to reconnect after %s', async (change, message) => {
		const credential = await connected();
		service.sandbox.clock.advance(7200_000);
		service.sandbox.db.run(change);
		const error = await service.failure(OPERATION, { credential });
		expect(error.message).toBe(message);
		expect(error.description).toContain("Open the credential 'My account' and reconnect it.");
	});

	it.each(['pkce', 'authorizationCode'])(
		'explains how to connect a credential that was never connected, without sending a request (%s)',
		async (grantType) => {
			const credential = { ...(await connected()), grantType, oauthTokenData: undefined as never };
			const error = await service.failure(OPERATION, { credential });
			expect(error.message).toBe('The credential is not connected');
			expect(error.description).toContain("Open the credential 'My account' and reconnect it.");
			expect(sent()).toEqual([]);
		},
	);

	it('rejects API keys before sending a request', async () => {
		const error = await service.failure({ ...OPERATION, authentication: 'apiKey' });
		expect(error.message).toBe("'Authentication' must be OAuth2 for this operation");
		expect(error.description).toContain('An API key does not belong to a connected user');
		expect(sent()).toEqual([]);
	});
});
