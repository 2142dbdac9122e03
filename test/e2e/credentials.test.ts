import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { CredentialReference } from '../../tools/n8n/client';
import { items, nodeError } from '../../tools/n8n/execution';
import { startSandbox, type Sandbox } from '../../sandbox/app/server';
import { N8nStack, NODE } from '../support/n8n/n8nStack';
import type { StubResponse } from '../support/sandbox/recordingProxy';
import { openConsentPage } from '../support/sandbox/consent';
import { row, workspaceId } from '../support/sandbox/rows';

const WORKSPACE = 'business';
const HOUR = 60 * 60 * 1000;
const DEFAULT_SCOPES = [
	'analytics.read',
	'domains.read',
	'domains.write',
	'folders.read',
	'folders.write',
	'links.read',
	'links.write',
	'tags.read',
	'tags.write',
	'user.read',
];
const getFolders = { resource: 'folder', operation: 'getAll', limit: 1 };

let stack: N8nStack;

beforeAll(async () => {
	stack = await N8nStack.start();
});

afterAll(async () => await stack?.stop());

beforeEach(() => stack.proxy.reset());

describe('the API key credential', () => {
	it('is tested with one request that counts links', async () => {
		const { id } = await stack.apiKeyCredential(WORKSPACE);
		expect(await stack.n8n.client.testCredential(id)).toMatchObject({ status: 'OK' });
		expect(stack.proxy.requests).toMatchObject([{ method: 'GET', path: '/links/count' }]);
	});

	const elsewhere = expect.stringContaining('does not lead to the Link Attribution Service');

	it.each<[string, StubResponse, unknown]>([
		['a web page', { status: 200, body: '<!doctype html><title>Home</title>' }, elsewhere],
		['a web page after whitespace', { status: 200, body: '\n <html></html>' }, elsewhere],
		['text', { status: 200, body: 'ok' }, elsewhere],
		['an empty body', { status: 200, body: '' }, elsewhere],
		['an object', { status: 200, body: { status: 'ok' } }, elsewhere],
		['404', { status: 404, body: '<html></html>' }, elsewhere],
		['301', { status: 301, body: '' }, expect.stringContaining('redirects')],
		['403', { status: 403, body: {} }, expect.stringContaining('links.read')],
		['409', { status: 409, body: {} }, expect.stringContaining('invitation')],
		['410', { status: 410, body: {} }, expect.stringContaining('has expired')],
		['429', { status: 429, body: {} }, expect.stringContaining('Wait a minute')],
		['502', { status: 502, body: '' }, expect.stringContaining('having problems')],
	])('fails its test if the base URL responds with %s', async (_, response, message) => {
		const { id } = await stack.apiKeyCredential(WORKSPACE);
		stack.proxy.respondNext(response);
		expect(await stack.n8n.client.testCredential(id)).toEqual({ status: 'Error', message });
	});

	it('fails its test if the base URL is that of n8n', async () => {
		const { id } = await stack.apiKeyCredential(WORKSPACE, { baseUrl: stack.n8n.url });
		expect(await stack.n8n.client.testCredential(id)).toEqual({
			status: 'Error',
			message: elsewhere,
		});
	});

	describe('with a base URL that cannot be reached', () => {
		let secure: Sandbox;
		beforeAll(async () => {
			secure = await startSandbox({ network: { tls: true } });
		});
		afterAll(() => secure?.close());

		// For a connection that fails, n8n shows its code, and none of the messages of a credential.
		it.each<[string, () => string, RegExp, RegExp, RegExp]>([
			[
				'a certificate that n8n does not trust',
				() => secure.url,
				/^DEPTH_ZERO_SELF_SIGNED_CERT$/,
				/^The service could not be reached: self-signed certificate$/,
				/NODE_EXTRA_CA_CERTS/,
			],
			[
				'HTTPS where the server wants HTTP',
				() => stack.proxy.url.replace('http:', 'https:'),
				/^EPROTO$/,
				/: the server at this address does not use HTTPS$/,
				/Check the host and the port of 'Base URL'/,
			],
			[
				'a host that does not exist',
				() => 'https://no-such-host.invalid',
				// The latter where no DNS server responds.
				/^(ENOTFOUND|EAI_AGAIN)$/,
				/no-such-host\.invalid/,
				/Check 'Base URL' in the credential/,
			],
			[
				'a port where nothing runs',
				() => 'https://127.0.0.1:1',
				/^ECONNREFUSED$/,
				/ECONNREFUSED/,
				/Check 'Base URL' in the credential/,
			],
		])('%s: the test shows a code, and an operation what to do', async (_, url, ...texts) => {
			const [code, message, description] = texts.map((text) => expect.stringMatching(text));
			const credential = await stack.apiKeyCredential(WORKSPACE, { baseUrl: url() });
			expect(await stack.n8n.client.testCredential(credential.id)).toEqual({
				status: 'Error',
				message: code,
			});
			const requestOptions = { longestWait: 0 };
			const execution = await stack.run({ ...getFolders, requestOptions }, { credential });
			expect(nodeError(execution)).toMatchObject({ message, description });
		});

		it('HTTP where the server wants HTTPS: the test shows a code', async () => {
			const baseUrl = secure.url.replace('https:', 'http:');
			const { id } = await stack.apiKeyCredential(WORKSPACE, { baseUrl });
			expect(await stack.n8n.client.testCredential(id)).toEqual({
				status: 'Error',
				message: 'ECONNRESET',
			});
		});
	});

	it('reports an invalid key', async () => {
		const credential = await stack.apiKeyCredential(WORKSPACE, { apiKey: 'dub_wrong' });
		expect(await stack.n8n.client.testCredential(credential.id)).toMatchObject({
			status: 'Error',
			message: expect.stringMatching(/key|authori[sz]/i),
		});
		const execution = await stack.run(getFolders, { credential });
		expect(nodeError(execution)).toMatchObject({
			message: expect.stringContaining('not valid'),
			description: expect.stringContaining('Check the API key in the credential'),
		});
	});

	it('rejects a remote http:// URL', async () => {
		const credential = await stack.apiKeyCredential(WORKSPACE, { baseUrl: 'http://example.com' });
		expect(await stack.n8n.client.testCredential(credential.id)).toMatchObject({
			status: 'Error',
			message: expect.stringContaining('https://'),
		});
		const execution = await stack.run(getFolders, { credential });
		expect(nodeError(execution)).toMatchObject({
			message: "'Base URL' of the credential must start with https://",
		});
	});
});

describe('the OAuth2 credential', () => {
	/** The form fields of what arrived at the token endpoint since the last reset. */
	function tokenForms(): IDataObject[] {
		return stack.proxy.requests
			.filter(({ path }) => path === '/oauth/token')
			.map(({ method, headers, body }) => {
				expect(method).toBe('POST');
				expect(headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
				expect(headers.authorization).toBeUndefined();
				return Object.fromEntries(new URLSearchParams(String(body)));
			});
	}

	async function connected(pkce: boolean): Promise<CredentialReference> {
		const credential = await stack.oauthCredential(stack.app(WORKSPACE, pkce));
		await stack.connect(credential);
		return credential;
	}

	function tokens(pkce: boolean) {
		return row<{ access_token: string; refresh_token: string; scopes: string }>(
			stack.sandbox,
			'SELECT * FROM oauth_tokens WHERE client_id = ?',
			stack.app(WORKSPACE, pkce).clientId,
		);
	}

	const runWith = async (credential: CredentialReference, parameters: IDataObject = getFolders) =>
		await stack.run(parameters, { credential, authentication: 'oAuth2' });

	it('requests the ten default scopes with a PKCE challenge', async () => {
		const app = stack.app(WORKSPACE, true);
		const { id } = await stack.oauthCredential(app);
		const url = new URL(await stack.n8n.client.oauthAuthorizeUrl(id));
		expect(url.origin + url.pathname).toBe(`${stack.proxy.url}/oauth/authorize`);
		const { scope, ...parameters } = Object.fromEntries(url.searchParams);
		expect(scope.split(' ').sort()).toEqual(DEFAULT_SCOPES);
		expect(parameters).toEqual({
			client_id: app.clientId,
			redirect_uri: stack.n8n.client.oauthRedirectUri,
			response_type: 'code',
			state: expect.any(String),
			code_challenge: expect.stringMatching(/^[\w-]{43}$/),
			code_challenge_method: 'S256',
		});
	});

	it('requests other scopes only if they are set', async () => {
		const requestedScopes = 'links.read, webhooks.write';
		const { id } = await stack.oauthCredential(stack.app(WORKSPACE, true), { requestedScopes });
		const url = await stack.n8n.client.oauthAuthorizeUrl(id);
		expect(new URL(url).searchParams.get('scope')).toBe('links.read webhooks.write');
		expect((await openConsentPage(url)).html).toContain('Create, change, and delete webhooks');
	});

	it('connects with PKCE without a client secret', async () => {
		const credential = await connected(true);
		expect(tokenForms()).toEqual([
			{
				code: expect.any(String),
				client_id: stack.app(WORKSPACE, true).clientId,
				code_verifier: expect.stringMatching(/^[\w.~-]{43,128}$/),
				redirect_uri: stack.n8n.client.oauthRedirectUri,
				grant_type: 'authorization_code',
			},
		]);
		expect(await stack.n8n.client.getCredential(credential.id)).toMatchObject({
			data: { oauthTokenData: true },
		});
		expect(tokens(true).scopes.split(' ').sort()).toEqual(DEFAULT_SCOPES);
	});

	it('connects with a client secret', async () => {
		await connected(false);
		const { clientId, clientSecret } = stack.app(WORKSPACE, false);
		expect(tokenForms()).toEqual([
			{
				code: expect.any(String),
				client_id: clientId,
				client_secret: clientSecret,
				redirect_uri: stack.n8n.client.oauthRedirectUri,
				grant_type: 'authorization_code',
			},
		]);
	});

	it.each([
		['with PKCE', true],
		['with a client secret', false],
	])('refreshes an expired token transparently %s', async (_, pkce) => {
		const credential = await connected(pkce);
		const before = tokens(pkce);
		stack.sandbox.clock.advance(2 * HOUR + 1000);
		stack.proxy.reset();

		const execution = await runWith(credential);
		expect(execution.status).toBe('success');
		expect(items(execution, NODE)).toHaveLength(1);
		const { clientId, clientSecret } = stack.app(WORKSPACE, pkce);
		expect(tokenForms()).toEqual([
			{
				client_id: clientId,
				...(clientSecret !== null && { client_secret: clientSecret }),
				grant_type: 'refresh_token',
				refresh_token: before.refresh_token,
			},
		]);

		const after = tokens(pkce);
		expect(after.access_token).not.toBe(before.access_token);
		expect(after.refresh_token).not.toBe(before.refresh_token);
		expect((await runWith(credential)).status).toBe('success');
		expect(tokenForms()).toHaveLength(1);

		stack.sandbox.clock.advance(2 * HOUR + 1000);
		expect((await runWith(credential)).status).toBe('success');
		expect(tokenForms()[1].refresh_token).toBe(after.refresh_token);
	});

	it('refreshes an expired token only once for several items', async () => {
		const credential = await connected(true);
		stack.sandbox.clock.advance(2 * HOUR + 1000);
		stack.proxy.reset();
		const execution = await stack.run(getFolders, {
			credential,
			authentication: 'oAuth2',
			input: [{}, {}, {}],
		});
		expect(items(execution, NODE)).toHaveLength(3);
		expect(tokenForms()).toHaveLength(1);
	});

	it('reports that a revoked connection must be reconnected', async () => {
		const credential = await connected(true);
		stack.sandbox.db.run('DELETE FROM oauth_tokens');
		const error = nodeError(await runWith(credential));
		expect(`${error?.message} ${error?.description}`).toMatch(/reconnect/i);
		await stack.connect(credential);
		expect((await runWith(credential)).status).toBe('success');
	});

	it('explains how to connect a credential that is not connected', async () => {
		const credential = await stack.oauthCredential(stack.app(WORKSPACE, true));
		const error = nodeError(await runWith(credential));
		expect(`${error?.message} ${error?.description}`).toMatch(/connect/i);
		expect(stack.proxy.requests).toEqual([]);
	});

	it('names the missing scope when it was connected with fewer scopes', async () => {
		const credential = await stack.oauthCredential(stack.app(WORKSPACE, true), {
			requestedScopes: 'user.read',
		});
		await stack.connect(credential);
		expect(nodeError(await runWith(credential))).toMatchObject({
			message: expect.stringContaining('lacks the permission folders.read'),
			description: expect.stringContaining('folders.read'),
		});
	});

	it('rejects remote http:// URLs when connecting', async () => {
		const app = stack.app(WORKSPACE, true);
		const authorization = await stack.oauthCredential(app, {
			authorizationBaseUrl: 'http://example.com',
		});
		await expect(stack.n8n.client.oauthAuthorizeUrl(authorization.id)).rejects.toThrow(
			/must-start-with-https/,
		);
		const exchange = await stack.oauthCredential(app, { baseUrl: 'http://example.com' });
		await expect(stack.connect(exchange)).rejects.toThrow(/https/);
		expect(await stack.n8n.client.getCredential(exchange.id)).not.toHaveProperty(
			'data.oauthTokenData',
			true,
		);
	});

	it('requests no token if access is denied', async () => {
		const credential = await stack.oauthCredential(stack.app(WORKSPACE, true));
		const denied = async (url: string) => {
			const back = new URL(stack.n8n.client.oauthRedirectUri);
			back.searchParams.set('error', 'access_denied');
			back.searchParams.set('state', new URL(url).searchParams.get('state') ?? '');
			return back.href;
		};
		await expect(stack.n8n.client.connectOAuth2(credential.id, denied)).rejects.toThrow();
		expect(tokenForms()).toEqual([]);
	});

	it('belongs to the chosen workspace', async () => {
		const credential = await connected(true);
		const execution = await runWith(credential, { resource: 'user', operation: 'getInfo' });
		expect(items(execution, NODE)).toMatchObject([
			{ workspace: { id: workspaceId(stack.sandbox, WORKSPACE), slug: WORKSPACE } },
		]);
	});
});
