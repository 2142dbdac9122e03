import { describe, expect, it } from '@jest/globals';
import { sampleKey } from '../../../sandbox/data/lookup.ts';
import { Api, outcome } from '../../support/sandbox/api.ts';
import { useSandbox } from '../../support/sandbox/useSandbox.ts';

const sandbox = useSandbox({ sampleData: { seed: 1, events: 20 } });
const api = new Api(sandbox, 'advanced');

const WRITES = [
	'/links',
	'/partners/ban',
	'/partners/applications/reject',
	'/tokens/embed/referrals',
	'/links/bulk',
	'/tags',
	'/folders',
	'/domains',
];

const BODIES = [
	'',
	'{',
	'null',
	'[]',
	'[{}]',
	'"text"',
	'1e999',
	'{"__proto__":{"url":"https://example.com"}}',
	'{"constructor":{"prototype":{"x":1}}}',
	'{"url":["https://example.com"],"partnerId":{},"reason":[],"partner":[]}',
	`{"url":"https://example.com","keyLength":${'9'.repeat(400)},"reason":"spam","partnerId":1}`,
	'{"url":"https://example.com/","title":"\\ud800","partnerId":"\\ud800","reason":"spam"}',
	'{"url":"https://example.com/","comments":"a\\u0000b","partnerId":"a\\u0000b","reason":"spam"}',
	'{"url":"https://example.com/","key":"\\udfff","tenantId":"\\udfff","reason":"spam","partner":{}}',
	`{"url":"https://example.com/","comments":"${'x'.repeat(1_100_000)}"}`,
	`${'['.repeat(50_000)}${']'.repeat(50_000)}`,
	'{"url":"https://example.com/","geo":{"__proto__":"https://example.com"}}',
	`{"url":"https://example.com/","expiresAt":"${'9'.repeat(5000)}"}`,
	`{"partnerId":"x' OR '1'='1","reason":"spam","url":"x' OR 1"}`,
];

describe.each(WRITES)('POST %s', (path) => {
	it.each(BODIES.map((body) => [body.slice(0, 80), body]))('rejects %s', async (_, body) => {
		const response = await api.send('POST', path, body);
		expect(outcome(response)).toMatch(/^4\d\d (bad_request|unprocessable_entity|not_found)$/);
	});

	it('rejects forms, text, and unknown content types', async () => {
		const form = 'url=https%3A%2F%2Fexample.com&partnerId=x&tenantId=y&reason=spam';
		for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'application/xml']) {
			expect([type, outcome(await api.send('POST', path, form, type))]).toEqual([
				type,
				'400 bad_request',
			]);
		}
	});
});

const LISTS = ['/links', '/folders', '/partners', '/partners/applications', '/discount-codes'];

const QUERIES = [
	'page=1e400',
	'page=-1',
	'page=9007199254740993',
	'pageSize=99999999999999999999',
	'page=%00',
	'page=1&page=0',
	'page[]=1&pageSize[$gt]=0&pageSize=0',
	'pageSize=NaN',
];

describe.each(LISTS)('GET %s', (path) => {
	it.each(QUERIES)('rejects or ignores %s', async (query) => {
		expect((await api.get(`${path}?${query}`)).status).toBeLessThan(500);
	});

	it.each([
		`search=${encodeURIComponent(`'; DROP TABLE links; --`)}`,
		`search=${'x'.repeat(10_000)}`,
		`country=${encodeURIComponent('-,,-,')}&groupId=-`,
		'search=%ff%fe&__proto__=1&constructor=2',
	])('treats %s as plain text', async (query) => {
		expect((await api.get(`${path}?${query}`)).status).toBe(200);
		expect(sandbox.db.get('SELECT 1 FROM links')).toBeDefined();
	});

	it('returns an empty page for the maximum page number', async () => {
		const page = path === '/links' ? 1000 : Number.MAX_SAFE_INTEGER;
		const response = await api.get(`${path}?page=${page}`);
		expect([response.status, response.body]).toEqual([200, []]);
	});
});

const IDS = [
	'%00',
	'%',
	'%zz',
	'%ff',
	'%ED%A0%80',
	'..%2f..%2fetc',
	'x'.repeat(5000),
	encodeURIComponent(`x' OR '1'='1`),
	'__proto__',
	'ext_',
	'dcode_',
];

async function sendId(method: string, path: string): Promise<Response> {
	const headers = { authorization: `Bearer ${sampleKey(sandbox.db, 'enterprise')}` };
	return await fetch(sandbox.url + path, { method, headers });
}

describe.each([
	['DELETE', '/links/'],
	['DELETE', '/discount-codes/'],
	['GET', '/s/'],
	['GET', '/s/dub.sh/'],
])('%s %s', (method, path) => {
	it.each(IDS)('rejects %s', async (id) => {
		const { status } = await sendId(method, path + id);
		expect(status).toBeGreaterThanOrEqual(400);
		expect(status).toBeLessThan(500);
	});
});

it.each(IDS)('deletes no link in bulk for %s', async (id) => {
	const response = await sendId('DELETE', `/links/bulk?linkIds=${id}`);
	const body: unknown = await response.json();
	if (id === '%00') expect([response.status, body]).toMatchObject([422, { error: {} }]);
	else expect([response.status, body]).toEqual([200, { deletedCount: 0 }]);
});

it('ignores the body of DELETE requests', async () => {
	for (const body of ['', '{}', '{']) {
		const response = await api.send('DELETE', '/links/bulk?linkIds=link_x', body);
		expect([response.status, response.body]).toEqual([200, { deletedCount: 0 }]);
	}
});

it('returns 404 for unsupported methods and paths', async () => {
	for (const [method, path] of [
		['PUT', '/links'],
		['DELETE', '/folders'],
		['GET', '/partners/ban'],
		['PATCH', '/discount-codes/x'],
		['POST', '/nothing'],
		['GET', '/'],
		['GET', '/v1/events'],
		['GET', '/events/evt_1'],
		['GET', '/folders/'],
		['GET', '/folders%00'],
		['GET', '/../../etc/passwd'],
		['GET', '/oauth/token'],
	]) {
		expect([path, outcome(await api.send(method, path))]).toEqual([path, '404 not_found']);
	}
});

it.each([
	['?__proto__=1&constructor=2', {}],
	['?search=%E0%A4%A', {}],
	['?_method=DELETE', { 'x-http-method-override': 'DELETE' }],
	['', { 'x-forwarded-host': 'evil.example', 'x-forwarded-for': `' OR 1=1 --` }],
	['', { accept: 'application/xml' }],
])('ignores %s and %j', async (query, headers) => {
	const authorization = `Bearer ${sampleKey(sandbox.db, 'enterprise')}`;
	const response = await fetch(`${sandbox.url}/folders${query}`, {
		headers: { authorization, ...headers },
	});
	expect([response.status, response.headers.get('content-type')]).toEqual([
		200,
		'application/json; charset=utf-8',
	]);
});

it('uses the last of repeated fields and parameters', async () => {
	const body = '{"reason":"spam","reason":7,"partnerId":"pn_1"}';
	expect(outcome(await api.send('POST', '/partners/ban', body))).toBe('400 bad_request');
	const { body: folders } = await api.get<unknown[]>('/folders?pageSize=20&pageSize=3');
	expect(folders).toHaveLength(3);
});
