import { describe, expect, it } from '@jest/globals';
import {
	Expression,
	NodeHelpers,
	type IDataObject,
	type IHttpRequestOptions,
	type IWorkflowDataProxyData,
} from 'n8n-workflow';
import { LinkAttributionApi } from '../../credentials/LinkAttributionApi.credentials';
import { useService } from '../support/node/nodeService';

const credentialType = new LinkAttributionApi();

const service = useService();

/** Sends the credential's test request as its definition says. */
async function test(apiKey: string, baseUrl = service.proxy.url): Promise<number> {
	const { baseURL = '', url = '', method = 'GET', qs = {} } = credentialType.test.request;
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries(qs)) query.set(name, String(value));
	const credential = { apiKey, baseUrl };
	const address = new Expression('UTC').resolveSimpleParameterValue(baseURL, {
		$credentials: credential,
	} as unknown as IWorkflowDataProxyData);
	expect(address).toBe(service.proxy.url);
	const request = await credentialType.authenticate(credential, {
		url: `${String(address)}${url}?${query.toString()}`,
		method,
	});
	const response = await fetch(request.url, {
		method: request.method,
		headers: request.headers as Record<string, string>,
	});
	return response.status;
}

/** What n8n says about a body, by comparing what is at a path of it as lodash's `get` does. */
function messageFor(body: unknown): string | undefined {
	const at = (path: string) =>
		path.split('.').reduce<unknown>((value, key) => (value as IDataObject)[key], body);
	const broken = credentialType.test.rules?.find(
		({ type, properties }) =>
			type === 'responseSuccessBody' && at(properties.key) === properties.value,
	);
	return broken?.properties.message;
}

describe('API key', () => {
	it('is tested by counting the links', async () => {
		expect(await test(service.credential().apiKey)).toBe(200);
		expect(service.proxy.requests[0]).toMatchObject({
			method: 'GET',
			path: '/links/count',
			query: {},
		});
	});

	it('is tested at the base URL, ignoring surrounding spaces and trailing slashes', async () => {
		const { apiKey } = service.credential();
		expect(await test(apiKey, ` ${service.proxy.url}// `)).toBe(200);
		expect(service.proxy.requests[0].path).toBe('/links/count');
	});

	it('fails the test if it is wrong, and the test rules explain why', async () => {
		expect(await test('dub_wrong')).toBe(401);
		const rules = credentialType.test.rules ?? [];
		expect(rules.map(({ properties }) => properties)).toEqual(
			expect.arrayContaining([expect.objectContaining({ value: 401 })]),
		);
	});

	it.each([
		['a web page', '<!doctype html>'],
		['JSON of another API', { status: 'ok' }],
		['an empty body', ''],
	])('fails the test if the service returns %s', (_, body) => {
		expect(messageFor(body)).toContain('does not lead to the Link Attribution Service');
	});

	it.each([0, 366])('passes the test with %d links', (count) => {
		expect(messageFor(count)).toBeUndefined();
	});

	it('is added to the request headers without spaces around it, and disables redirects', async () => {
		const request = { url: 'https://api.dub.co/folders', headers: { accept: 'x' }, qs: { a: 1 } };
		const signed = await credentialType.authenticate(
			{ apiKey: ' key ', baseUrl: 'https://api.dub.co' },
			request,
		);
		expect(signed).toEqual({
			...request,
			headers: { accept: 'x', Authorization: 'Bearer key' },
			disableFollowRedirect: true,
			sendCredentialsOnCrossOriginRedirect: false,
			followRedirect: false,
			followAllRedirects: false,
		});
		expect(request.headers).toEqual({ accept: 'x' });
	});

	describe('restricted to the origin of the base URL', () => {
		const baseUrl = 'https://api.dub.co/v1';
		const sign = async (request: object) =>
			await credentialType.authenticate({ apiKey: 'key', baseUrl }, request as IHttpRequestOptions);

		it.each([
			{ url: 'https://api.dub.co/links' },
			{ uri: 'https://api.dub.co/links' },
			{ url: 'https://api.dub.co' },
			{ url: 'HTTPS://API.dub.co:443/links' },
			{ url: 'https://api.dub.co\\links' },
			{ url: 'https://api.dub.co/@evil.example' },
			{ url: 'https://api.dub.co/?url=https://evil.example' },
			{ baseURL: 'https://api.dub.co', url: '/links' },
			{ baseURL: 'https://api.dub.co', url: 'links' },
			{ baseURL: 'https://api.dub.co', uri: '/links' },
			{ baseURL: 'https://api.dub.co', url: 'https://api.dub.co/links' },
			{ baseURL: 'https://api.dub.co/', url: '' },
		])('is sent with %j', async (request) => {
			expect(await sign(request)).toMatchObject({ headers: { Authorization: 'Bearer key' } });
		});

		it.each([
			{},
			{ url: '' },
			{ url: '/links' },
			{ url: 'https://evil.example' },
			{ uri: 'https://evil.example' },
			{ url: 'https://api.dub.co/links', uri: 'https://evil.example' },
			{ uri: 'https://api.dub.co/links', url: 'https://evil.example' },
			{ url: null, uri: 'https://api.dub.co/links' },
			{ url: { href: 'https://api.dub.co' } },
			{ url: ['https://api.dub.co'] },
			{ url: 'http://api.dub.co/links' },
			{ url: 'https://api.dub.co:8443/links' },
			{ url: 'https://api.dub.co./links' },
			{ url: 'https://api.dub.co.evil.example' },
			{ url: 'https://evil.api.dub.co' },
			{ url: 'https://api.dub.co@evil.example' },
			{ url: 'https://api.dub.co:pw@evil.example' },
			{ url: 'https://evil.example\\@api.dub.co' },
			{ url: 'https://evil.example/https://api.dub.co' },
			{ url: 'https:evil.example' },
			{ url: '\t//evil.example' },
			{ url: '//evil.example' },
			{ url: '\\\\evil.example' },
			{ baseURL: 'https://evil.example', url: '/links' },
			{ baseURL: 'https://evil.example', url: 'https://api.dub.co/links' },
			{ baseURL: 'https://api.dub.co', url: 'https://evil.example' },
			{ baseURL: 'https://api.dub.co', url: '//evil.example' },
			{ baseURL: 'https://api.dub.co', url: '/\\evil.example' },
			{ baseURL: 'https://api.dub.co', url: 'http:evil.example' },
			{ baseURL: 'https://api.dub.co', uri: 'https://evil.example' },
			{ baseURL: 'https:', url: '/evil.example' },
			{ baseURL: '', url: '/links' },
			{ url: 'data:text/plain,x' },
		])('is not sent with %j', async (request) => {
			await expect(sign(request)).rejects.toThrow(
				"This credential is only sent to its 'Base URL', https://api.dub.co",
			);
		});

		it('is not sent through a proxy set on the request', async () => {
			const proxy = { host: 'evil.example', port: 8080 };
			await expect(sign({ url: 'https://api.dub.co', proxy })).rejects.toThrow("'Proxy'");
		});

		it.each(['Host', 'host', 'HOST'])(
			'is not sent with a different Host header (%s)',
			async (name) => {
				const headers = { [name]: 'evil.example' };
				await expect(sign({ url: 'https://api.dub.co', headers })).rejects.toThrow("'Host'");
			},
		);
	});

	it.each([
		'http://api.example.com',
		'http://10.0.0.1',
		'http://dub.localhost',
		'api.dub.co',
		'',
		`https://api.dub.co${'/'.repeat(60_000)}x`,
	])('is not sent to the invalid base URL %p', async (baseUrl) => {
		await expect(
			credentialType.authenticate({ apiKey: 'key', baseUrl }, { url: `${baseUrl}/folders` }),
		).rejects.toThrow("'Base URL' of the credential must");
	});

	it.each([
		['http://api.example.com', true],
		['https://api.example.com', false],
		['http://127.0.0.1:4820', false],
		['http://dub.localhost:4820', true],
		['', false],
	])('shows a notice for the base URL %p: %p', (baseUrl, shown) => {
		const notices = credentialType.properties.filter(
			(property) =>
				property.type === 'notice' &&
				NodeHelpers.displayParameter({ baseUrl }, property, null, null),
		);
		expect(notices).toHaveLength(shown ? 1 : 0);
	});

	it('is required and masked', () => {
		const [apiKey] = credentialType.properties;
		expect(apiKey).toMatchObject({
			name: 'apiKey',
			required: true,
			typeOptions: { password: true },
		});
	});
});
