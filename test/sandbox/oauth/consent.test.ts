import { beforeAll, describe, expect, it } from '@jest/globals';
import { allow, decide, openConsentPage } from '../../support/sandbox/consent.ts';
import { OAuthClient, REDIRECT_URI, type Fields } from '../../support/sandbox/oauth.ts';
import { useSandbox } from '../../support/sandbox/useSandbox.ts';

const sandbox = useSandbox({ sampleData: { seed: 1, events: 20 } });
let pkceApp: OAuthClient;
let secretApp: OAuthClient;

beforeAll(async () => {
	pkceApp = new OAuthClient(sandbox, 'business', 'PKCE');
	secretApp = new OAuthClient(sandbox, 'business', 'secret');
});

describe('consent page', () => {
	it('shows the app, the scopes in words, the workspace, and who can approve', async () => {
		const { status, html, users } = await openConsentPage(pkceApp.authorizeUrl());
		expect(status).toBe(200);
		expect(html).toContain(pkceApp.name);
		expect(html).toContain('Business Workspace');
		expect(html).toContain('View links');
		expect(html).toContain('View analytics and events');
		expect(html).toContain('View your name');
		expect(html).not.toContain('<script');
		expect(users.map(({ text }) => text)).toEqual([
			'Owner of business (owner)',
			'Member of business (member)',
		]);
	});

	it('forbids scripts, frames, and form targets on other sites', async () => {
		const { headers } = await openConsentPage(pkceApp.authorizeUrl());
		const policy = headers.get('content-security-policy');
		expect(policy).toContain("default-src 'none'");
		expect(policy).toContain("form-action 'self' http://localhost:5678");
		expect(policy).toContain("frame-ancestors 'none'");
		expect(policy).not.toContain('unsafe-inline');
		expect(headers.get('cache-control')).toBe('no-store');
	});

	it('escapes the values that it shows', async () => {
		const name = pkceApp.name;
		sandbox.db.run(
			'UPDATE oauth_apps SET name = ? WHERE client_id = ?',
			'<img src=x onerror="alert(1)">',
			pkceApp.id,
		);
		const { html } = await openConsentPage(pkceApp.authorizeUrl());
		sandbox.db.run('UPDATE oauth_apps SET name = ? WHERE client_id = ?', name, pkceApp.id);
		expect(html).not.toContain('<img');
		expect(html).toContain('&#60;img');
	});

	it('redirects with a code and the state after approval', async () => {
		const target = await allow(pkceApp.authorizeUrl({ state: 'a b&c=d/é' }));
		expect(target.origin + target.pathname).toBe(REDIRECT_URI);
		expect(target.searchParams.get('code')).toMatch(/^[0-9a-f]{80}$/);
		expect(target.searchParams.get('state')).toBe('a b&c=d/é');
	});

	it('redirects without a state if the request has none', async () => {
		const target = await allow(pkceApp.authorizeUrl({ state: undefined }));
		expect([...target.searchParams.keys()]).toEqual(['code']);
	});

	it('redirects with access_denied after cancellation', async () => {
		const url = pkceApp.authorizeUrl();
		const { fields } = await openConsentPage(url);
		const response = await decide(url, { ...fields, decision: 'cancel' });
		expect(response.status).toBe(302);
		expect(response.headers.get('location')).toBe(
			`${REDIRECT_URI}?error=access_denied&state=state-1`,
		);
	});

	it('keeps the query string of the redirect URI', async () => {
		const uri = 'https://app.example.com/back?tenant=1';
		sandbox.db.run(
			'UPDATE oauth_apps SET redirect_uris = ? WHERE client_id = ?',
			JSON.stringify([REDIRECT_URI, uri]),
			pkceApp.id,
		);
		const target = await allow(pkceApp.authorizeUrl({ redirect_uri: uri }));
		expect(target.searchParams.get('tenant')).toBe('1');
		expect(target.searchParams.get('code')).toBeTruthy();
	});

	it('accepts a form only once', async () => {
		const url = pkceApp.authorizeUrl();
		const { fields } = await openConsentPage(url);
		await decide(url, { ...fields, decision: 'allow' });
		const again = await decide(url, { ...fields, decision: 'allow' });
		expect(again.status).toBe(400);
		expect(again.headers.get('location')).toBeNull();
	});

	it('rejects a form after ten minutes', async () => {
		const url = pkceApp.authorizeUrl();
		const { fields } = await openConsentPage(url);
		sandbox.clock.advance(10 * 60_000);
		expect((await decide(url, { ...fields, decision: 'allow' })).status).toBe(400);
	});

	const badForms: [string, (fields: Record<string, string>) => Record<string, string>][] = [
		['a forged one-time token', (fields) => ({ ...fields, request: '0'.repeat(64) })],
		['no one-time token', ({ user }) => ({ user })],
		['an unknown decision', (fields) => ({ ...fields, decision: 'maybe' })],
		['a user of another workspace', (fields) => ({ ...fields, user: 'user_of_someone_else' })],
		['no fields', () => ({})],
	];
	it.each(badForms)('rejects a form with %s', async (_name, change) => {
		const url = pkceApp.authorizeUrl();
		const { fields } = await openConsentPage(url);
		const response = await decide(url, change({ ...fields, decision: 'allow' }));
		expect(response.status).toBe(400);
		expect(response.headers.get('content-type')).toContain('text/html');
		expect(response.headers.get('location')).toBeNull();
	});

	it('rejects a form from another site', async () => {
		const url = pkceApp.authorizeUrl();
		const { fields } = await openConsentPage(url);
		const form = { ...fields, decision: 'allow' };
		const unrelated = await decide(url, form, { origin: 'https://evil.example' });
		expect(unrelated.status).toBe(400);
		const own = await decide(url, form, { origin: sandbox.url });
		expect(own.status).toBe(302);
	});

	it('offers only users whose role allows every scope', async () => {
		const { users } = await openConsentPage(pkceApp.authorizeUrl({ scope: 'domains.write' }));
		expect(users.map(({ text }) => text)).toEqual(['Owner of business (owner)']);
	});

	it('rejects approval by a viewer', async () => {
		const viewer = sandbox.db.get<{ id: string }>(
			`SELECT id FROM users WHERE name = 'Viewer of business'`,
		);
		const url = pkceApp.authorizeUrl();
		const { fields } = await openConsentPage(url);
		const user = viewer?.id ?? '';
		const response = await decide(url, { ...fields, user, decision: 'allow' });
		expect(response.status).toBe(400);
	});
});

describe('authorization request', () => {
	const invalid: [string, Fields][] = [
		['without client_id', { client_id: undefined }],
		['from an unknown client', { client_id: 'dub_app_unknown' }],
		['without redirect_uri', { redirect_uri: undefined }],
		['with a redirect_uri that is not a URL', { redirect_uri: 'not a url' }],
		['with an unregistered redirect_uri', { redirect_uri: 'https://evil.example/callback' }],
		['with a longer redirect_uri', { redirect_uri: `${REDIRECT_URI}/` }],
		['with different case in the redirect_uri', { redirect_uri: REDIRECT_URI.toUpperCase() }],
		['with an added query in the redirect_uri', { redirect_uri: `${REDIRECT_URI}?a=1` }],
		['without response_type', { response_type: undefined }],
		['with response_type token', { response_type: 'token' }],
		['with an unknown scope', { scope: 'links.read partners.write' }],
		['with a scope of API keys', { scope: 'apis.all' }],
		['with a state of 1025 characters', { state: 's'.repeat(1025) }],
		['without the PKCE challenge', { code_challenge: undefined }],
		['without the PKCE method', { code_challenge_method: undefined }],
		[
			'without the PKCE challenge and method',
			{ code_challenge: undefined, code_challenge_method: undefined },
		],
		['with the plain method', { code_challenge_method: 'plain' }],
		['with a challenge of 191 characters', { code_challenge: 'c'.repeat(191) }],
	];
	it.each(invalid)(
		'shows an error page and does not redirect a request %s',
		async (_name, change) => {
			const { status, headers, html } = await openConsentPage(pkceApp.authorizeUrl(change));
			expect(status).toBe(400);
			expect(headers.get('content-type')).toContain('text/html');
			expect(headers.get('location')).toBeNull();
			expect(html).toContain('This request is not valid');
		},
	);

	it('accepts a state of 1,024 characters', async () => {
		const state = 's'.repeat(1024);
		const target = await allow(pkceApp.authorizeUrl({ state }));
		expect(target.searchParams.get('state')).toBe(state);
	});

	const scopes: [string, string | undefined, string][] = [
		['spaces', 'links.read tags.write', 'links.read tags.write user.read'],
		['commas', 'links.read,tags.write', 'links.read tags.write user.read'],
		['plus signs', 'links.read+tags.write', 'links.read tags.write user.read'],
		['duplicates', 'user.read links.read links.read', 'user.read links.read'],
		['workspaces scopes', 'workspaces.read links.read', 'links.read user.read'],
		['no scope', undefined, 'user.read'],
		['webhook scopes', 'webhooks.read webhooks.write', 'webhooks.read webhooks.write user.read'],
		[
			'all ten scopes',
			'links.read links.write tags.read tags.write analytics.read domains.read domains.write folders.read folders.write user.read',
			'links.read links.write tags.read tags.write analytics.read domains.read domains.write folders.read folders.write user.read',
		],
	];
	it.each(scopes)('parses scopes: %s', async (_name, scope, granted) => {
		expect((await pkceApp.connect({ scope })).scope).toBe(granted);
	});

	it('rejects webhook scopes if the service does not support them', async () => {
		sandbox.quirks.webhookScopes = false;
		const url = pkceApp.authorizeUrl({ scope: 'links.read webhooks.write' });
		expect((await openConsentPage(url)).status).toBe(400);
		sandbox.quirks.webhookScopes = true;
	});

	it('does not require PKCE from an app that has a secret', async () => {
		expect((await openConsentPage(secretApp.authorizeUrl())).status).toBe(200);
	});
});
