import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startSandbox, type Sandbox } from '../../sandbox/server.ts';
import { allow, decide, openConsentPage } from '../support/consent.ts';

const REDIRECT_URI = 'http://localhost:5678/rest/oauth2-credential/callback';
const VERIFIER = 'a-verifier-of-more-than-forty-three-characters-0123456789';
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

interface App {
	client_id: string;
	client_secret: string;
	workspace_id: string;
	name: string;
}
interface TokenAnswer {
	access_token: string;
	refresh_token: string;
	token_type: string;
	expires_in: number;
	scope: string;
}
interface ErrorAnswer {
	error: { code: string; message: string; doc_url: string };
}
type Fields = Record<string, string | undefined>;

let sandbox: Sandbox;
let pkceApp: App;
let secretApp: App;
let otherPkceApp: App;

beforeAll(async () => {
	sandbox = await startSandbox({ sampleData: { seed: 1, events: 20 } });
	const app = (plan: string, pkce: number) => {
		const row = sandbox.db.get<App>(
			`SELECT oauth_apps.* FROM oauth_apps JOIN workspaces ON workspaces.id = workspace_id
			 WHERE slug = ? AND pkce = ?`,
			plan,
			pkce,
		);
		if (!row) throw new Error('the sample data has no such app');
		return row;
	};
	pkceApp = app('business', 1);
	secretApp = app('business', 0);
	otherPkceApp = app('advanced', 1);
});

afterAll(async () => await sandbox.close());

/** Leaves out the fields that are undefined. */
function parameters(fields: Fields): URLSearchParams {
	const set = Object.entries(fields).filter((entry): entry is [string, string] => !!entry[1]);
	return new URLSearchParams(set);
}

function authorizeUrl(app: App, change: Fields = {}): string {
	const challenge = app.client_secret
		? {}
		: { code_challenge: CHALLENGE, code_challenge_method: 'S256' };
	const query = parameters({
		client_id: app.client_id,
		redirect_uri: REDIRECT_URI,
		response_type: 'code',
		scope: 'links.read analytics.read',
		state: 'state-1',
		...challenge,
		...change,
	});
	return `${sandbox.url}/oauth/authorize?${query}`;
}

async function newCode(app: App, change: Fields = {}): Promise<string> {
	const target = await allow(authorizeUrl(app, change));
	return target.searchParams.get('code') ?? '';
}

async function postToken(fields: Fields, headers: Record<string, string> = {}) {
	return await fetch(`${sandbox.url}/oauth/token`, {
		method: 'POST',
		headers,
		body: parameters(fields),
	});
}

function exchangeFields(app: App, code: string, change: Fields = {}): Fields {
	const proof = app.client_secret
		? { client_secret: app.client_secret }
		: { code_verifier: VERIFIER };
	return {
		grant_type: 'authorization_code',
		code,
		client_id: app.client_id,
		redirect_uri: REDIRECT_URI,
		...proof,
		...change,
	};
}

function refreshFields(app: App, refreshToken: string, change: Fields = {}): Fields {
	return {
		grant_type: 'refresh_token',
		refresh_token: refreshToken,
		client_id: app.client_id,
		client_secret: app.client_secret,
		...change,
	};
}

async function connect(app: App, change: Fields = {}): Promise<TokenAnswer> {
	const response = await postToken(exchangeFields(app, await newCode(app, change)));
	expect(response.status).toBe(200);
	return (await response.json()) as TokenAnswer;
}

async function call(path: string, token?: string): Promise<Response> {
	return await fetch(sandbox.url + path, {
		headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
	});
}

function basic(id: string, secret: string): Record<string, string> {
	return { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` };
}

async function expectError(
	response: Response,
	status: number,
	code: string,
	message: RegExp | string,
): Promise<void> {
	const { error } = (await response.json()) as ErrorAnswer;
	expect({ status: response.status, code: error.code }).toEqual({ status, code });
	expect(error.message).toMatch(message);
	expect(error.doc_url).toContain('/api-reference/errors#');
}

describe('consent page', () => {
	it('shows the app, the scopes in words, the workspace and who may approve', async () => {
		const { status, html, users } = await openConsentPage(authorizeUrl(pkceApp));
		expect(status).toBe(200);
		expect(html).toContain(pkceApp.name);
		expect(html).toContain('Business Workspace');
		expect(html).toContain('See the links');
		expect(html).toContain('See analytics and events');
		expect(html).toContain('See your name');
		expect(html).not.toContain('<script');
		expect(users.map(({ text }) => text)).toEqual([
			'Owner of business (owner)',
			'Member of business (member)',
		]);
	});

	it('forbids scripts, frames and foreign form targets', async () => {
		const { headers } = await openConsentPage(authorizeUrl(pkceApp));
		const policy = headers.get('content-security-policy');
		expect(policy).toContain("default-src 'none'");
		expect(policy).toContain("form-action 'self' http://localhost:5678");
		expect(policy).toContain("frame-ancestors 'none'");
		expect(policy).not.toContain('unsafe-inline');
		expect(headers.get('cache-control')).toBe('no-store');
	});

	it('escapes what it shows', async () => {
		const name = pkceApp.name;
		sandbox.db.run(
			'UPDATE oauth_apps SET name = ? WHERE client_id = ?',
			'<img src=x onerror="alert(1)">',
			pkceApp.client_id,
		);
		const { html } = await openConsentPage(authorizeUrl(pkceApp));
		sandbox.db.run('UPDATE oauth_apps SET name = ? WHERE client_id = ?', name, pkceApp.client_id);
		expect(html).not.toContain('<img');
		expect(html).toContain('&#60;img');
	});

	it('leads back with a code and the state when allowed', async () => {
		const target = await allow(authorizeUrl(pkceApp, { state: 'a b&c=d/é' }));
		expect(target.origin + target.pathname).toBe(REDIRECT_URI);
		expect(target.searchParams.get('code')).toMatch(/^[0-9a-f]{80}$/);
		expect(target.searchParams.get('state')).toBe('a b&c=d/é');
	});

	it('leads back without a state when none was sent', async () => {
		const target = await allow(authorizeUrl(pkceApp, { state: undefined }));
		expect([...target.searchParams.keys()]).toEqual(['code']);
	});

	it('leads back with access_denied when cancelled', async () => {
		const url = authorizeUrl(pkceApp);
		const { fields } = await openConsentPage(url);
		const response = await decide(url, { ...fields, decision: 'cancel' });
		expect(response.status).toBe(302);
		expect(response.headers.get('location')).toBe(
			`${REDIRECT_URI}?error=access_denied&state=state-1`,
		);
	});

	it('keeps the query of the redirect URI', async () => {
		const uri = 'https://app.example.com/back?tenant=1';
		sandbox.db.run(
			'UPDATE oauth_apps SET redirect_uris = ? WHERE client_id = ?',
			JSON.stringify([REDIRECT_URI, uri]),
			pkceApp.client_id,
		);
		const target = await allow(authorizeUrl(pkceApp, { redirect_uri: uri }));
		expect(target.searchParams.get('tenant')).toBe('1');
		expect(target.searchParams.get('code')).toBeTruthy();
	});

	it('takes a form once', async () => {
		const url = authorizeUrl(pkceApp);
		const { fields } = await openConsentPage(url);
		await decide(url, { ...fields, decision: 'allow' });
		const again = await decide(url, { ...fields, decision: 'allow' });
		expect(again.status).toBe(400);
		expect(again.headers.get('location')).toBeNull();
	});

	it('takes a form for ten minutes', async () => {
		const url = authorizeUrl(pkceApp);
		const { fields } = await openConsentPage(url);
		sandbox.clock.advance(10 * 60_000);
		expect((await decide(url, { ...fields, decision: 'allow' })).status).toBe(400);
	});

	const badForms: [string, (fields: Record<string, string>) => Record<string, string>][] = [
		['a forged one-time token', (fields) => ({ ...fields, request: '0'.repeat(64) })],
		['no one-time token', ({ user }) => ({ user })],
		['an unknown decision', (fields) => ({ ...fields, decision: 'maybe' })],
		['a user of another workspace', (fields) => ({ ...fields, user: 'user_of_someone_else' })],
		['nothing', () => ({})],
	];
	it.each(badForms)('refuses a form with %s', async (_name, change) => {
		const url = authorizeUrl(pkceApp);
		const { fields } = await openConsentPage(url);
		const response = await decide(url, change({ ...fields, decision: 'allow' }));
		expect(response.status).toBe(400);
		expect(response.headers.get('content-type')).toContain('text/html');
		expect(response.headers.get('location')).toBeNull();
	});

	it('refuses a form that another site sends', async () => {
		const url = authorizeUrl(pkceApp);
		const { fields } = await openConsentPage(url);
		const form = { ...fields, decision: 'allow' };
		const foreign = await decide(url, form, { origin: 'https://evil.example' });
		expect(foreign.status).toBe(400);
		const own = await decide(url, form, { origin: sandbox.url });
		expect(own.status).toBe(302);
	});

	it('offers only people whose role allows every scope', async () => {
		const { users } = await openConsentPage(authorizeUrl(pkceApp, { scope: 'domains.write' }));
		expect(users.map(({ text }) => text)).toEqual(['Owner of business (owner)']);
	});

	it('refuses a viewer', async () => {
		const viewer = sandbox.db.get<{ user_id: string }>(
			`SELECT user_id FROM members WHERE workspace_id = ? AND role = 'viewer'`,
			pkceApp.workspace_id,
		);
		const url = authorizeUrl(pkceApp);
		const { fields } = await openConsentPage(url);
		const user = viewer?.user_id ?? '';
		const response = await decide(url, { ...fields, user, decision: 'allow' });
		expect(response.status).toBe(400);
	});
});

describe('authorize request', () => {
	const invalid: [string, Fields][] = [
		['without client_id', { client_id: undefined }],
		['of an unknown client', { client_id: 'dub_app_unknown' }],
		['without redirect_uri', { redirect_uri: undefined }],
		['with a redirect_uri that is no URL', { redirect_uri: 'not a url' }],
		['with an unregistered redirect_uri', { redirect_uri: 'https://evil.example/callback' }],
		['with a longer redirect_uri', { redirect_uri: `${REDIRECT_URI}/` }],
		['with another case in the redirect_uri', { redirect_uri: REDIRECT_URI.toUpperCase() }],
		['with an added query in the redirect_uri', { redirect_uri: `${REDIRECT_URI}?a=1` }],
		['without response_type', { response_type: undefined }],
		['with response_type token', { response_type: 'token' }],
		['with an unknown scope', { scope: 'links.read partners.write' }],
		['with a scope of API keys', { scope: 'apis.all' }],
		['with a state of 1025 characters', { state: 's'.repeat(1025) }],
		['without the PKCE challenge', { code_challenge: undefined }],
		['without the PKCE method', { code_challenge_method: undefined }],
		['without both', { code_challenge: undefined, code_challenge_method: undefined }],
		['with the plain method', { code_challenge_method: 'plain' }],
		['with a challenge of 191 characters', { code_challenge: 'c'.repeat(191) }],
	];
	it.each(invalid)('%s gets an error page and no redirect', async (_name, change) => {
		const { status, headers, html } = await openConsentPage(authorizeUrl(pkceApp, change));
		expect(status).toBe(400);
		expect(headers.get('content-type')).toContain('text/html');
		expect(headers.get('location')).toBeNull();
		expect(html).toContain('This request is not valid');
	});

	it('with a state of 1024 characters is fine', async () => {
		const state = 's'.repeat(1024);
		const target = await allow(authorizeUrl(pkceApp, { state }));
		expect(target.searchParams.get('state')).toBe(state);
	});

	const scopes: [string, string | undefined, string][] = [
		['spaces', 'links.read tags.write', 'links.read tags.write user.read'],
		['commas', 'links.read,tags.write', 'links.read tags.write user.read'],
		['plus signs', 'links.read+tags.write', 'links.read tags.write user.read'],
		['repetitions', 'user.read links.read links.read', 'user.read links.read'],
		['workspaces scopes', 'workspaces.read links.read', 'links.read user.read'],
		['no scope', undefined, 'user.read'],
		['webhook scopes', 'webhooks.read webhooks.write', 'webhooks.read webhooks.write user.read'],
		[
			'all ten',
			'links.read links.write tags.read tags.write analytics.read domains.read domains.write folders.read folders.write user.read',
			'links.read links.write tags.read tags.write analytics.read domains.read domains.write folders.read folders.write user.read',
		],
	];
	it.each(scopes)('reads scopes: %s', async (_name, scope, granted) => {
		expect((await connect(pkceApp, { scope })).scope).toBe(granted);
	});

	it('without PKCE is fine for an app that has a secret', async () => {
		expect((await openConsentPage(authorizeUrl(secretApp))).status).toBe(200);
	});
});

describe('code exchange', () => {
	it.each(['PKCE', 'a secret'])('gives tokens to an app with %s', async (kind) => {
		const app = kind === 'PKCE' ? pkceApp : secretApp;
		const response = await postToken(exchangeFields(app, await newCode(app)));
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

	it('gives a token that works', async () => {
		const { access_token } = await connect(pkceApp);
		expect((await call('/links', access_token)).status).toBe(200);
		expect((await call('/folders', access_token)).status).toBe(403);
	});

	it('takes Basic authentication', async () => {
		const fields = exchangeFields(secretApp, await newCode(secretApp), {
			client_id: undefined,
			client_secret: undefined,
		});
		const header = basic(secretApp.client_id, secretApp.client_secret);
		expect((await postToken(fields, header)).status).toBe(200);
	});

	it('takes Basic authentication with an empty secret for PKCE', async () => {
		const fields = exchangeFields(pkceApp, await newCode(pkceApp), { client_id: undefined });
		expect((await postToken(fields, basic(pkceApp.client_id, ''))).status).toBe(200);
	});

	it('does not look at Basic authentication when the form names the client', async () => {
		const fields = exchangeFields(secretApp, await newCode(secretApp), {
			client_secret: undefined,
		});
		const header = basic(secretApp.client_id, secretApp.client_secret);
		await expectError(await postToken(fields, header), 401, 'unauthorized', 'client_secret');
	});

	it('does not look at the secret that a PKCE app sends', async () => {
		const fields = exchangeFields(pkceApp, await newCode(pkceApp), { client_secret: 'any' });
		expect((await postToken(fields)).status).toBe(200);
	});

	it('takes a code once', async () => {
		const fields = exchangeFields(pkceApp, await newCode(pkceApp));
		expect((await postToken(fields)).status).toBe(200);
		await expectError(await postToken(fields), 401, 'unauthorized', 'code');
	});

	it('asks for the verifier when an app with a secret sent a challenge', async () => {
		const challenge = { code_challenge: CHALLENGE, code_challenge_method: 'S256' };
		const fields = exchangeFields(secretApp, await newCode(secretApp, challenge));
		await expectError(await postToken(fields), 400, 'bad_request', 'code_verifier');
		expect((await postToken({ ...fields, code_verifier: VERIFIER })).status).toBe(200);
	});

	it('replaces the pair of the same app, user and workspace', async () => {
		const first = await connect(pkceApp);
		const second = await connect(pkceApp);
		expect((await call('/links', first.access_token)).status).toBe(401);
		expect((await postToken(refreshFields(pkceApp, first.refresh_token))).status).toBe(401);
		expect((await call('/links', second.access_token)).status).toBe(200);
	});

	it('leaves the pairs of other apps and users alone', async () => {
		const withSecret = await connect(secretApp);
		await connect(pkceApp);
		expect((await call('/links', withSecret.access_token)).status).toBe(200);

		const owner = await connect(pkceApp);
		const url = authorizeUrl(pkceApp);
		const { fields, users } = await openConsentPage(url);
		const asMember = { ...fields, user: users[1].id, decision: 'allow' };
		const location = (await decide(url, asMember)).headers.get('location') ?? '';
		const code = new URL(location).searchParams.get('code') ?? '';
		expect((await postToken(exchangeFields(pkceApp, code))).status).toBe(200);
		expect((await call('/links', owner.access_token)).status).toBe(200);
	});

	it('is possible for two minutes', async () => {
		const inTime = exchangeFields(pkceApp, await newCode(pkceApp));
		sandbox.clock.advance(118_000);
		expect((await postToken(inTime)).status).toBe(200);
		const late = exchangeFields(pkceApp, await newCode(pkceApp));
		sandbox.clock.advance(120_000);
		await expectError(await postToken(late), 400, 'bad_request', 'expired');
	});

	const refused: [string, 'PKCE' | 'secret', Fields, number, string, RegExp][] = [
		['no grant_type', 'PKCE', { grant_type: undefined }, 400, 'bad_request', /grant_type/],
		[
			'another grant_type',
			'PKCE',
			{ grant_type: 'password' },
			422,
			'unprocessable_entity',
			/grant_type/,
		],
		['no code', 'PKCE', { code: undefined }, 400, 'bad_request', /code/],
		['no redirect_uri', 'PKCE', { redirect_uri: undefined }, 400, 'bad_request', /redirect_uri/],
		[
			'a redirect_uri that is no URL',
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
			'another verifier',
			'PKCE',
			{ code_verifier: `${VERIFIER}x` },
			401,
			'unauthorized',
			/^invalid_grant$/,
		],
		[
			'another redirect_uri',
			'PKCE',
			{ redirect_uri: REDIRECT_URI.replace('localhost', '127.0.0.1') },
			400,
			'bad_request',
			/redirect_uri/,
		],
	];
	it.each(refused)(
		'refuses %s (app with %s)',
		async (_name, kind, change, status, code, message) => {
			const app = kind === 'PKCE' ? pkceApp : secretApp;
			const fields = exchangeFields(app, await newCode(app), change);
			await expectError(await postToken(fields), status, code, message);
		},
	);

	it('refuses the code of another app', async () => {
		const fields = exchangeFields(otherPkceApp, await newCode(pkceApp));
		await expectError(await postToken(fields), 401, 'unauthorized', 'code');
	});

	it('refuses an empty code as a bad value', async () => {
		const body = new URLSearchParams({
			...(exchangeFields(pkceApp, 'x') as Record<string, string>),
			code: '',
		});
		const response = await fetch(`${sandbox.url}/oauth/token`, { method: 'POST', body });
		await expectError(response, 422, 'unprocessable_entity', /code/);
	});

	it('leaves the code usable after a failed attempt', async () => {
		const fields = exchangeFields(pkceApp, await newCode(pkceApp));
		await postToken({ ...fields, code_verifier: 'wrong' });
		expect((await postToken(fields)).status).toBe(200);
	});

	it.each([
		['JSON', 'application/json', JSON.stringify({ grant_type: 'authorization_code' })],
		['text', 'text/plain', 'grant_type=authorization_code'],
	])('refuses a %s body', async (_name, contentType, body) => {
		const response = await fetch(`${sandbox.url}/oauth/token`, {
			method: 'POST',
			headers: { 'content-type': contentType },
			body,
		});
		await expectError(response, 400, 'bad_request', /Unsupported Media Type/);
	});

	it('refuses a request without body', async () => {
		const response = await fetch(`${sandbox.url}/oauth/token`, { method: 'POST' });
		await expectError(response, 400, 'bad_request', /expected object/);
	});
});

describe('refresh', () => {
	it.each(['PKCE', 'a secret'])('gives a new pair to an app with %s', async (kind) => {
		const app = kind === 'PKCE' ? pkceApp : secretApp;
		const old = await connect(app);
		const response = await postToken(refreshFields(app, old.refresh_token));
		expect(response.status).toBe(200);
		const pair = (await response.json()) as TokenAnswer;
		expect(Object.keys(pair).sort()).toEqual(Object.keys(old).sort());
		expect(pair.scope).toBe(old.scope);
		expect(pair.access_token).not.toBe(old.access_token);
		expect(pair.refresh_token).not.toBe(old.refresh_token);
		expect((await call('/links', old.access_token)).status).toBe(401);
		expect((await call('/links', pair.access_token)).status).toBe(200);
		await expectError(
			await postToken(refreshFields(app, old.refresh_token)),
			401,
			'unauthorized',
			'not found',
		);
	});

	it('takes Basic authentication', async () => {
		const { refresh_token } = await connect(secretApp);
		const fields = { grant_type: 'refresh_token', refresh_token };
		const header = basic(secretApp.client_id, secretApp.client_secret);
		expect((await postToken(fields, header)).status).toBe(200);
	});

	it('gives one of several at the same time a pair', async () => {
		const fields = refreshFields(pkceApp, (await connect(pkceApp)).refresh_token);
		const responses = await Promise.all([postToken(fields), postToken(fields), postToken(fields)]);
		expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
	});

	it('works after the access token has expired, for 120 days', async () => {
		const first = await connect(pkceApp);
		sandbox.clock.advance(119 * 24 * 60 * 60_000);
		const response = await postToken(refreshFields(pkceApp, first.refresh_token));
		expect(response.status).toBe(200);
		const second = (await response.json()) as TokenAnswer;
		sandbox.clock.advance(120 * 24 * 60 * 60_000);
		await expectError(
			await postToken(refreshFields(pkceApp, second.refresh_token)),
			401,
			'unauthorized',
			'expired',
		);
	});

	it('refuses the refresh token of another client', async () => {
		const { refresh_token } = await connect(pkceApp);
		const fields = refreshFields(otherPkceApp, refresh_token);
		await expectError(await postToken(fields), 401, 'unauthorized', 'client');
	});

	it('refuses it after the workspace has removed the app', async () => {
		const { access_token, refresh_token } = await connect(pkceApp);
		sandbox.db.run('DELETE FROM oauth_tokens WHERE client_id = ?', pkceApp.client_id);
		const fields = refreshFields(pkceApp, refresh_token);
		await expectError(await postToken(fields), 401, 'unauthorized', 'not found');
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
	it.each(refused)('refuses %s', async (_name, change, status, code, message) => {
		const { refresh_token } = await connect(secretApp);
		const fields = refreshFields(secretApp, refresh_token, change);
		await expectError(await postToken(fields), status, code, message);
	});
});

describe('access token', () => {
	it('expires after two hours', async () => {
		const { access_token } = await connect(pkceApp);
		sandbox.clock.advance(7_190_000);
		expect((await call('/links', access_token)).status).toBe(200);
		sandbox.clock.advance(11_000);
		await expectError(await call('/links', access_token), 401, 'unauthorized', 'expired');
	});

	it('lives as long as the quirk says', async () => {
		sandbox.quirks.accessTokenLifetime = 5;
		const { access_token, expires_in } = await connect(pkceApp);
		sandbox.quirks.accessTokenLifetime = 7200;
		expect(expires_in).toBe(5);
		expect((await call('/oauth/userinfo', access_token)).status).toBe(200);
		sandbox.clock.advance(5000);
		expect((await call('/oauth/userinfo', access_token)).status).toBe(401);
	});

	it('of a scope that writes may also read', async () => {
		const { access_token } = await connect(pkceApp, { scope: 'folders.write' });
		expect((await call('/folders', access_token)).status).toBe(200);
	});
});

describe('userinfo', () => {
	it('tells the user and the workspace of the token', async () => {
		const { access_token } = await connect(pkceApp);
		const response = await call('/oauth/userinfo', access_token);
		expect(response.status).toBe(200);
		expect(await response.json()).toEqual({
			id: expect.stringMatching(/^user_/),
			name: 'Owner of business',
			image: expect.stringMatching(/^https:/),
			workspace: {
				id: pkceApp.workspace_id,
				slug: 'business',
				name: 'Business Workspace',
				logo: expect.stringMatching(/^https:/),
			},
		});
	});

	it('needs no scope beyond the default one', async () => {
		const { access_token } = await connect(pkceApp, { scope: undefined });
		expect((await call('/oauth/userinfo', access_token)).status).toBe(200);
	});

	it('refuses API keys', async () => {
		const key = sandbox.db.get<{ token: string }>(
			"SELECT token FROM api_keys WHERE name = 'owner'",
		)?.token;
		await expectError(await call('/oauth/userinfo', key), 401, 'unauthorized', 'access token');
	});

	it('refuses a missing, a malformed and an unknown token', async () => {
		await expectError(await call('/oauth/userinfo'), 401, 'unauthorized', 'Authorization');
		await expectError(await call('/oauth/userinfo', 'x'), 401, 'unauthorized', 'not valid');
		const response = await fetch(`${sandbox.url}/oauth/userinfo`, {
			headers: { authorization: 'Token abc' },
		});
		await expectError(response, 400, 'bad_request', 'Bearer');
	});
});
