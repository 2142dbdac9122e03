import { describe, expect, it } from '@jest/globals';
import { NodeHelpers, Workflow, type IDataObject, type INodeParameters } from 'n8n-workflow';
import { LinkAttributionOAuth2Api } from '../../credentials/LinkAttributionOAuth2Api.credentials';

const credentialType = new LinkAttributionOAuth2Api();
const CONTRACT_SCOPES = [
	'links.read',
	'links.write',
	'tags.read',
	'tags.write',
	'analytics.read',
	'domains.read',
	'domains.write',
	'folders.read',
	'folders.write',
	'user.read',
];

/** The credential's data as n8n has it before the OAuth flow: defaults, what was filled in, expressions evaluated. */
function evaluated(filledIn: INodeParameters = {}): IDataObject {
	const node = {
		id: '1',
		name: 'Credential',
		type: 'n8n-nodes-base.noOp',
		typeVersion: 1,
		position: [0, 0] as [number, number],
		parameters: {},
	};
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: {
			getByName: () => undefined as never,
			getByNameAndVersion: () => undefined as never,
			getKnownTypes: () => ({}),
		},
	});
	const data =
		NodeHelpers.getNodeParameters(credentialType.properties, filledIn, true, false, null, null) ??
		{};
	return workflow.expression.getComplexParameterValue(
		node,
		data,
		'internal',
		{},
		undefined,
		undefined,
		data,
	) as IDataObject;
}

describe('URLs', () => {
	it('default to the public service', () => {
		expect(evaluated()).toMatchObject({
			authUrl: 'https://app.dub.co/oauth/authorize',
			accessTokenUrl: 'https://api.dub.co/oauth/token',
		});
	});

	it.each([
		['https://links.example.com', 'https://links.example.com'],
		['https://example.com/base//', 'https://example.com/base'],
		[' https://example.com/ ', 'https://example.com'],
		['http://localhost', 'http://localhost'],
		['http://localhost:4820/', 'http://localhost:4820'],
		['http://127.0.0.1:4820', 'http://127.0.0.1:4820'],
		['http://[::1]:4820', 'http://[::1]:4820'],
	])('use the base URL %p', (base, start) => {
		expect(evaluated({ baseUrl: base }).accessTokenUrl).toBe(`${start}/oauth/token`);
		expect(evaluated({ authorizationBaseUrl: base }).authUrl).toBe(`${start}/oauth/authorize`);
	});

	it.each([
		'http://api.example.com',
		'HTTP://api.example.com',
		'http:/api.example.com',
		'http:\\\\api.example.com',
		'http://localhost.example.com',
		'http://dub.localhost:4820',
		'http://localhost:secret@example.com',
		'http://localhost@example.com',
		'http://127.0.0.1.example.com',
		'http://10.0.0.1',
		'//example.com',
		'javascript:alert(1)',
		'',
	])('get a protocol that n8n rejects if the base URL is insecure: %p', (base) => {
		const { accessTokenUrl } = evaluated({ baseUrl: base });
		const { authUrl } = evaluated({ authorizationBaseUrl: base });
		for (const url of [accessTokenUrl, authUrl]) {
			expect(new URL(String(url)).protocol).toBe('base-url-must-start-with-https:');
			expect(String(url)).not.toContain('example.com');
		}
	});

	it('get a protocol that n8n rejects if the base URL is too long', () => {
		const base = `https://example.com${'/'.repeat(60_000)}x`;
		const { accessTokenUrl } = evaluated({ baseUrl: base });
		const { authUrl } = evaluated({ authorizationBaseUrl: base });
		for (const url of [accessTokenUrl, authUrl]) {
			expect(new URL(String(url)).protocol).toBe(
				'base-url-must-not-be-longer-than-2048-characters:',
			);
		}
	});

	it.each([
		[undefined, 'api.dub.co'],
		['https://links.example.com:8443/base', 'links.example.com'],
		[' HTTPS://Links.example.com ', 'Links.example.com'],
		['http://127.0.0.1:4820', '127.0.0.1'],
		['http://[::1]:4820/', '[::1]'],
		// n8n lets nothing through with an empty list.
		['https://user:password@example.com', ''],
		['https://a.example.com,b.example.com', ''],
		['https://*.example.com', ''],
		['https://example.com\\@example.org', ''],
		['ftp://example.com', ''],
		['', ''],
	])('limit the hosts that HTTP Request sends the token to: %p', (baseUrl, domain) => {
		const allowed = { allowedHttpRequestDomains: 'domains' };
		expect(evaluated({ ...allowed, ...(baseUrl !== undefined && { baseUrl }) })).toMatchObject({
			...allowed,
			allowedDomains: domain,
		});
	});

	it('are of no use to HTTP Request nodes unless a person allows it', () => {
		expect(evaluated().allowedHttpRequestDomains).toBe('none');
	});

	it.each([
		['insecureBaseUrl', 'baseUrl'],
		['insecureAuthorizationBaseUrl', 'authorizationBaseUrl'],
	])('show a notice in the form if they are insecure (%s)', (notice, field) => {
		const property = credentialType.properties.find(({ name }) => name === notice);
		const isShown = (value: string) =>
			NodeHelpers.displayParameter({ [field]: value }, property as never, null, null);
		expect(property?.type).toBe('notice');
		expect(isShown('http://example.com')).toBe(true);
		expect(isShown('HTTP://example.com')).toBe(true);
		expect(isShown('https://example.com')).toBe(false);
		expect(isShown('http://localhost:4820')).toBe(false);
		expect(isShown('http://127.0.0.1:4820/')).toBe(false);
		expect(isShown('')).toBe(false);
	});
});

describe('scopes', () => {
	it('default to the ten scopes of the contract', () => {
		expect(String(evaluated().scope).split(' ').sort()).toEqual([...CONTRACT_SCOPES].sort());
	});

	it.each([
		['user.read', 'user.read'],
		[' links.read   links.write ', 'links.read links.write'],
		['links.read, tags.read,user.read', 'links.read tags.read user.read'],
		['links.read\nwebhooks.write', 'links.read webhooks.write'],
	])('are normalized from %p to %p', (requestedScopes, scope) => {
		expect(evaluated({ requestedScopes }).scope).toBe(scope);
	});
});

describe('grant type', () => {
	it('defaults to PKCE without a client secret, with the client ID in the body', () => {
		expect(evaluated()).toMatchObject({ grantType: 'pkce', authentication: 'body' });
		expect(evaluated()).not.toHaveProperty('clientSecret');
		expect(evaluated().authQueryParameters).toBe('');
	});

	it('accepts a client secret for an app without PKCE', () => {
		expect(evaluated({ grantType: 'authorizationCode', clientSecret: 'secret' })).toMatchObject({
			grantType: 'authorizationCode',
			clientSecret: 'secret',
		});
	});
});
