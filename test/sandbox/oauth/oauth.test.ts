import { beforeAll, describe, expect, it } from '@jest/globals';
import { decide, openConsentPage } from '../../support/sandbox/consent.ts';
import {
	CHALLENGE,
	OAuthClient,
	REDIRECT_URI,
	VERIFIER,
	type Fields,
	type TokenResponse,
} from '../../support/sandbox/oauth.ts';
import { useSandbox } from '../../support/sandbox/useSandbox.ts';

const sandbox = useSandbox({ sampleData: { seed: 1, events: 20 } });
let pkceApp: OAuthClient;
let secretApp: OAuthClient;
let otherPkceApp: OAuthClient;

beforeAll(async () => {
	pkceApp = new OAuthClient(sandbox, 'business', 'PKCE');
	secretApp = new OAuthClient(sandbox, 'business', 'secret');
	otherPkceApp = new OAuthClient(sandbox, 'advanced', 'PKCE');
});

interface ErrorResponse {
	error: { code: string; message: string; doc_url: string };
}

async function call(path: string, token?: string): Promise<Response> {
	return await fetch(sandbox.url + path, {
		headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
	});
}

async function expectError(
	response: Response,
	status: number,
	code: string,
	message: RegExp | string,
): Promise<void> {
	const { error } = (await response.json()) as ErrorResponse;
	expect({ status: response.status, code: error.code }).toEqual({ status, code });
	expect(error.message).toMatch(message);
	expect(error.doc_url).toContain('/api-reference/errors#');
}

describe('code exchange', () => {
	it.each(['PKCE', 'a secret'])('returns tokens to an app with %s', async (kind) => {
		const app = kind === 'PKCE' ? pkceApp : secretApp;
		const response = await pkceApp.postToken(app.exchangeFields(await app.newCode()));
		expect(response.status).toBe(200);
		expect(response.headers.get('cache-control')).toBe('no-store');
		expect(await response.json()).toEqual({
			access_token: expect.stringMatching(/^dub_access_token_[0-9a-f]{80}$/),
			refresh_token: expect.stringMatching(/^[0-9a-f]{80}$/),
			token_type: 'Bearer',
			expires_in: 7200,
			scope: 'links.read analytics.read user.read',
		});
	});

	it('returns an access token that is limited to its scopes', async () => {
		const { access_token } = await pkceApp.connect();
		expect((await call('/links', access_token)).status).toBe(200);
		expect((await call('/folders', access_token)).status).toBe(403);
	});

	it('accepts Basic authentication', async () => {
		const fields = secretApp.exchangeFields(await secretApp.newCode(), {
			client_id: undefined,
			client_secret: undefined,
		});
		const header = secretApp.basicHeader();
		expect((await pkceApp.postToken(fields, header)).status).toBe(200);
	});

	it('accepts Basic authentication with an empty secret for PKCE', async () => {
		const fields = pkceApp.exchangeFields(await pkceApp.newCode(), { client_id: undefined });
		expect((await pkceApp.postToken(fields, pkceApp.basicHeader())).status).toBe(200);
	});

	it('ignores Basic authentication if the form names the client', async () => {
		const fields = secretApp.exchangeFields(await secretApp.newCode(), {
			client_secret: undefined,
		});
		const header = secretApp.basicHeader();
		await expectError(
			await pkceApp.postToken(fields, header),
			401,
			'unauthorized',
			'client_secret',
		);
	});

	it('ignores a secret that a PKCE app sends', async () => {
		const fields = pkceApp.exchangeFields(await pkceApp.newCode(), { client_secret: 'any' });
		expect((await pkceApp.postToken(fields)).status).toBe(200);
	});

	it('accepts a code only once', async () => {
		const fields = pkceApp.exchangeFields(await pkceApp.newCode());
		expect((await pkceApp.postToken(fields)).status).toBe(200);
		await expectError(await pkceApp.postToken(fields), 401, 'unauthorized', 'code');
	});

	it('requires the verifier if an app with a secret sent a challenge', async () => {
		const challenge = { code_challenge: CHALLENGE, code_challenge_method: 'S256' };
		const fields = secretApp.exchangeFields(await secretApp.newCode(challenge));
		await expectError(await pkceApp.postToken(fields), 400, 'bad_request', 'code_verifier');
		expect((await pkceApp.postToken({ ...fields, code_verifier: VERIFIER })).status).toBe(200);
	});

	it('replaces the tokens of the same app, user, and workspace', async () => {
		const first = await pkceApp.connect();
		const second = await pkceApp.connect();
		expect((await call('/links', first.access_token)).status).toBe(401);
		expect((await pkceApp.postToken(pkceApp.refreshFields(first.refresh_token))).status).toBe(401);
		expect((await call('/links', second.access_token)).status).toBe(200);
	});

	it('keeps the tokens of other apps and users', async () => {
		const withSecret = await secretApp.connect();
		await pkceApp.connect();
		expect((await call('/links', withSecret.access_token)).status).toBe(200);

		const owner = await pkceApp.connect();
		const url = pkceApp.authorizeUrl();
		const { fields, users } = await openConsentPage(url);
		const asMember = { ...fields, user: users[1].id, decision: 'allow' };
		const location = (await decide(url, asMember)).headers.get('location') ?? '';
		const code = new URL(location).searchParams.get('code') ?? '';
		expect((await pkceApp.postToken(pkceApp.exchangeFields(code))).status).toBe(200);
		expect((await call('/links', owner.access_token)).status).toBe(200);
	});

	it('rejects a code after two minutes', async () => {
		const inTime = pkceApp.exchangeFields(await pkceApp.newCode());
		sandbox.clock.advance(118_000);
		expect((await pkceApp.postToken(inTime)).status).toBe(200);
		const late = pkceApp.exchangeFields(await pkceApp.newCode());
		sandbox.clock.advance(120_000);
		await expectError(await pkceApp.postToken(late), 400, 'bad_request', 'expired');
	});

	const refused: [string, 'PKCE' | 'secret', Fields, number, string, RegExp][] = [
		['no grant_type', 'PKCE', { grant_type: undefined }, 400, 'bad_request', /grant_type/],
		[
			'an unsupported grant_type',
			'PKCE',
			{ grant_type: 'password' },
			422,
			'unprocessable_entity',
			/grant_type/,
		],
		['no code', 'PKCE', { code: undefined }, 400, 'bad_request', /code/],
		['no redirect_uri', 'PKCE', { redirect_uri: undefined }, 400, 'bad_request', /redirect_uri/],
		[
			'a redirect_uri that is not a URL',
			'PKCE',
			{ redirect_uri: 'callback' },
			422,
			'unprocessable_entity',
			/redirect_uri/,
		],
		[
			'a verifier of 191 characters',
			'PKCE',
			{ code_verifier: 'v'.repeat(191) },
			422,
			'unprocessable_entity',
			/code_verifier/,
		],
		['no client_id anywhere', 'PKCE', { client_id: undefined }, 401, 'unauthorized', /client_id/],
		['an unknown client', 'PKCE', { client_id: 'dub_app_unknown' }, 401, 'unauthorized', /app/],
		['no secret', 'secret', { client_secret: undefined }, 401, 'unauthorized', /client_secret/],
		[
			'a wrong secret',
			'secret',
			{ client_secret: 'dub_app_secret_wrong' },
			401,
			'unauthorized',
			/client_secret/,
		],
		['no verifier', 'PKCE', { code_verifier: undefined }, 400, 'bad_request', /code_verifier/],
		['an unknown code', 'PKCE', { code: '0'.repeat(80) }, 401, 'unauthorized', /code/],
		[
			'a wrong verifier',
			'PKCE',
			{ code_verifier: `${VERIFIER}x` },
			401,
			'unauthorized',
			/^invalid_grant$/,
		],
		[
			'a different redirect_uri',
			'PKCE',
			{ redirect_uri: REDIRECT_URI.replace('localhost', '127.0.0.1') },
			400,
			'bad_request',
			/redirect_uri/,
		],
	];
	it.each(refused)(
		'rejects a request with %s (app with %s)',
		async (_name, kind, change, status, code, message) => {
			const app = kind === 'PKCE' ? pkceApp : secretApp;
			const fields = app.exchangeFields(await app.newCode(), change);
			await expectError(await pkceApp.postToken(fields), status, code, message);
		},
	);

	it('rejects a code of another app', async () => {
		const fields = otherPkceApp.exchangeFields(await pkceApp.newCode());
		await expectError(await pkceApp.postToken(fields), 401, 'unauthorized', 'code');
	});

	it('rejects an empty code as an invalid value', async () => {
		const body = new URLSearchParams({
			...(pkceApp.exchangeFields('x') as Record<string, string>),
			code: '',
		});
		const response = await fetch(`${sandbox.url}/oauth/token`, { method: 'POST', body });
		await expectError(response, 422, 'unprocessable_entity', /code/);
	});

	it('keeps the code valid after a failed attempt', async () => {
		const fields = pkceApp.exchangeFields(await pkceApp.newCode());
		await pkceApp.postToken({ ...fields, code_verifier: 'wrong' });
		expect((await pkceApp.postToken(fields)).status).toBe(200);
	});

	it.each([
		['JSON', 'application/json', JSON.stringify({ grant_type: 'authorization_code' })],
		['text', 'text/plain', 'grant_type=authorization_code'],
	])('rejects a %s body', async (_name, contentType, body) => {
		const response = await fetch(`${sandbox.url}/oauth/token`, {
			method: 'POST',
			headers: { 'content-type': contentType },
			body,
		});
		await expectError(response, 400, 'bad_request', /Unsupported Media Type/);
	});

	it('rejects a request without a body', async () => {
		const response = await fetch(`${sandbox.url}/oauth/token`, { method: 'POST' });
		await expectError(response, 400, 'bad_request', /expected object/);
	});
});

describe('token refresh', () => {
	it.each(['PKCE', 'a secret'])('returns new tokens to an app with %s', async (kind) => {
		const app = kind === 'PKCE' ? pkceApp : secretApp;
		const old = await app.connect();
		const response = await pkceApp.postToken(app.refreshFields(old.refresh_token));
		expect(response.status).toBe(200);
		const pair = (await response.json()) as TokenResponse;
		expect(Object.keys(pair).sort()).toEqual(Object.keys(old).sort());
		expect(pair.scope).toBe(old.scope);
		expect(pair.access_token).not.toBe(old.access_token);
		expect(pair.refresh_token).not.toBe(old.refresh_token);
		expect((await call('/links', old.access_token)).status).toBe(401);
		expect((await call('/links', pair.access_token)).status).toBe(200);
		await expectError(
			await pkceApp.postToken(app.refreshFields(old.refresh_token)),
			401,
			'unauthorized',
			'not found',
		);
	});

	it('accepts Basic authentication', async () => {
		const { refresh_token } = await secretApp.connect();
		const fields = { grant_type: 'refresh_token', refresh_token };
		const header = secretApp.basicHeader();
		expect((await pkceApp.postToken(fields, header)).status).toBe(200);
	});

	it('succeeds for only one of several parallel requests', async () => {
		const fields = pkceApp.refreshFields((await pkceApp.connect()).refresh_token);
		const responses = await Promise.all([
			pkceApp.postToken(fields),
			pkceApp.postToken(fields),
			pkceApp.postToken(fields),
		]);
		expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
	});

	it('accepts a refresh token for 120 days', async () => {
		const first = await pkceApp.connect();
		sandbox.clock.advance(119 * 24 * 60 * 60_000);
		const response = await pkceApp.postToken(pkceApp.refreshFields(first.refresh_token));
		expect(response.status).toBe(200);
		const second = (await response.json()) as TokenResponse;
		sandbox.clock.advance(120 * 24 * 60 * 60_000);
		await expectError(
			await pkceApp.postToken(pkceApp.refreshFields(second.refresh_token)),
			401,
			'unauthorized',
			'expired',
		);
	});

	it('rejects the refresh token of another client', async () => {
		const { refresh_token } = await pkceApp.connect();
		const fields = otherPkceApp.refreshFields(refresh_token);
		await expectError(await pkceApp.postToken(fields), 401, 'unauthorized', 'client');
	});

	it('rejects the refresh token after the workspace removed the app', async () => {
		const { access_token, refresh_token } = await pkceApp.connect();
		sandbox.db.run('DELETE FROM oauth_tokens WHERE client_id = ?', pkceApp.id);
		const fields = pkceApp.refreshFields(refresh_token);
		await expectError(await pkceApp.postToken(fields), 401, 'unauthorized', 'not found');
		expect((await call('/links', access_token)).status).toBe(401);
	});

	const refused: [string, Fields, number, string, RegExp][] = [
		['no refresh_token', { refresh_token: undefined }, 400, 'bad_request', /refresh_token/],
		[
			'an unknown refresh_token',
			{ refresh_token: '0'.repeat(80) },
			401,
			'unauthorized',
			/not found/,
		],
		[
			'no client_id',
			{ client_id: undefined, client_secret: undefined },
			401,
			'unauthorized',
			/client_id/,
		],
		['an unknown client', { client_id: 'dub_app_unknown' }, 401, 'unauthorized', /app/],
		['no secret', { client_secret: undefined }, 401, 'unauthorized', /client_secret/],
		['a wrong secret', { client_secret: 'wrong' }, 401, 'unauthorized', /client_secret/],
	];
	it.each(refused)('rejects a request with %s', async (_name, change, status, code, message) => {
		const { refresh_token } = await secretApp.connect();
		const fields = secretApp.refreshFields(refresh_token, change);
		await expectError(await pkceApp.postToken(fields), status, code, message);
	});
});

describe('access token', () => {
	it('expires after two hours', async () => {
		const { access_token } = await pkceApp.connect();
		sandbox.clock.advance(7_190_000);
		expect((await call('/links', access_token)).status).toBe(200);
		sandbox.clock.advance(11_000);
		await expectError(await call('/links', access_token), 401, 'unauthorized', 'expired');
	});

	it('expires after the lifetime that the quirk sets', async () => {
		sandbox.quirks.accessTokenLifetime = 5;
		const { access_token, expires_in } = await pkceApp.connect();
		sandbox.quirks.accessTokenLifetime = 7200;
		expect(expires_in).toBe(5);
		expect((await call('/oauth/userinfo', access_token)).status).toBe(200);
		sandbox.clock.advance(5000);
		expect((await call('/oauth/userinfo', access_token)).status).toBe(401);
	});

	it('includes read access if its scope allows writing', async () => {
		const { access_token } = await pkceApp.connect({ scope: 'folders.write' });
		expect((await call('/folders', access_token)).status).toBe(200);
	});
});

describe('userinfo', () => {
	it('returns the user and the workspace of the token', async () => {
		const { access_token } = await pkceApp.connect();
		const response = await call('/oauth/userinfo', access_token);
		expect(response.status).toBe(200);
		expect(await response.json()).toEqual({
			id: expect.stringMatching(/^user_/),
			name: 'Owner of business',
			image: expect.stringMatching(/^https:/),
			workspace: {
				id: expect.stringMatching(/^ws_/),
				slug: 'business',
				name: 'Business Workspace',
				logo: expect.stringMatching(/^https:/),
			},
		});
	});

	it('requires no scope beyond the default one', async () => {
		const { access_token } = await pkceApp.connect({ scope: undefined });
		expect((await call('/oauth/userinfo', access_token)).status).toBe(200);
	});

	it('rejects API keys', async () => {
		const key = sandbox.db.get<{ token: string }>(
			"SELECT token FROM api_keys WHERE name = 'owner'",
		)?.token;
		await expectError(await call('/oauth/userinfo', key), 401, 'unauthorized', 'access token');
	});

	it('rejects missing, malformed, and unknown tokens', async () => {
		await expectError(await call('/oauth/userinfo'), 401, 'unauthorized', 'Authorization');
		await expectError(await call('/oauth/userinfo', 'x'), 401, 'unauthorized', 'not valid');
		const response = await fetch(`${sandbox.url}/oauth/userinfo`, {
			headers: { authorization: 'Token abc' },
		});
		await expectError(response, 400, 'bad_request', 'Bearer');
	});
});
