import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { sampleKey } from '../../../sandbox/data/lookup.ts';
import { authorizationId, type LoggedRequest } from '../../../sandbox/app/requestLog.ts';
import { Api } from '../../support/sandbox/api.ts';
import { until } from '../../support/until.ts';
import { useSandboxForEach } from '../../support/sandbox/useSandbox.ts';

const sandbox = useSandboxForEach({ sampleData: { seed: 1, events: 20 } });
const api = new Api(sandbox, 'business');

describe('request log', () => {
	it('records all details of a request except the API key', async () => {
		const before = Date.now();
		const body = JSON.stringify({ url: 'https://example.com/ü' });
		await api.send('POST', '/links?a=1&b=%3F?', body);
		const [logged, ...rest] = sandbox.requests.all();
		expect(rest).toEqual([]);
		const token = sampleKey(sandbox.db, 'business');
		expect(logged).toEqual({
			at: logged.at,
			method: 'POST',
			path: '/links',
			query: 'a=1&b=%3F?',
			status: 200,
			milliseconds: expect.any(Number),
			remaining: expect.any(Number),
			carriedOut: true,
			authorization: authorizationId(`Bearer ${token}`),
			bodySize: Buffer.byteLength(body),
			userAgent: 'node',
		});
		expect(logged.at).toBeGreaterThanOrEqual(before);
		expect(logged.at).toBeLessThanOrEqual(Date.now());
		expect(JSON.stringify(logged)).not.toContain(token);
	});

	it('keeps the order of arrival and includes rejected requests', async () => {
		await api.get('/folders');
		await api.get('/nowhere');
		await api.delete('/links/link_unknown');
		await api.post('/links', { url: 5 });
		await fetch(`${sandbox.url}/folders`);
		const seen = sandbox.requests
			.all()
			.map(({ method, path, status, carriedOut }) => [method, path, status, carriedOut]);
		expect(seen).toEqual([
			['GET', '/folders', 200, true],
			['GET', '/nowhere', 404, false],
			['DELETE', '/links/link_unknown', 404, false],
			['POST', '/links', 400, false],
			['GET', '/folders', 401, false],
		]);
	});

	it('has no body size for chunked requests', async () => {
		const body = new Blob(['grant_type=nothing']).stream();
		const init: RequestInit = { method: 'POST', body, duplex: 'half' };
		await fetch(`${sandbox.url}/oauth/token`, init);
		expect(sandbox.requests.all()).toMatchObject([{ path: '/oauth/token', bodySize: null }]);
	});

	it('has no status if the client disconnects before the response', async () => {
		sandbox.faults.set([{ kind: 'slow', stall: 600_000 }]);
		const left = new AbortController();
		const refused = fetch(`${sandbox.url}/folders`, { signal: left.signal });
		await until(() => sandbox.requests.all().length === 1, 'the request');
		left.abort();
		await expect(refused).rejects.toThrow();
		expect(sandbox.requests.all()).toMatchObject([{ status: null, carriedOut: false }]);
	});

	it('can be read and cleared over HTTP without logging those requests', async () => {
		await api.get('/folders');
		const read = async () => {
			const response = await fetch(`${sandbox.url}/sandbox/requests`);
			return (await response.json()) as LoggedRequest[];
		};
		expect(await read()).toEqual(JSON.parse(JSON.stringify(sandbox.requests.all())));
		expect(await read()).toHaveLength(1);
		const cleared = await fetch(`${sandbox.url}/sandbox/requests`, { method: 'DELETE' });
		expect(cleared.status).toBe(204);
		expect(await read()).toEqual([]);
	});

	it('keeps the latest 100,000 requests', async () => {
		await api.get('/folders');
		const [request] = sandbox.requests.all();
		for (let i = 0; i < 250_000; i++) sandbox.requests.add({ ...request, at: i });
		const kept = sandbox.requests.all();
		expect(kept).toHaveLength(100_000);
		expect(kept[0].at).toBe(150_000);
		expect(kept.at(-1)?.at).toBe(249_999);
	});

	it('omits malformed requests', async () => {
		const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1');
		socket.end('NONSENSE\r\n\r\n');
		await socket.toArray();
		expect(sandbox.requests.all()).toEqual([]);
	});
});
