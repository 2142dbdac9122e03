import { describe, expect, it } from '@jest/globals';
import type { Fault } from '../../../../sandbox/app/faults/schema.ts';
import { startSandbox } from '../../../../sandbox/app/server.ts';
import { Api } from '../../../support/sandbox/api.ts';
import { rawCall } from '../../../support/sandbox/rawCall.ts';
import { until } from '../../../support/until.ts';
import { useSandboxForEach } from '../../../support/sandbox/useSandbox.ts';

const sandbox = useSandboxForEach({ sampleData: { seed: 1, events: 20 } });

function call(path: string, init?: RequestInit): Promise<Response> {
	return rawCall(sandbox, path, init);
}

function createLink(): Promise<Response> {
	return call('/links', { method: 'POST', body: JSON.stringify({ url: 'https://example.com' }) });
}

function links(): number {
	return sandbox.db.all('SELECT id FROM links').length;
}

/** Statuses of a number of requests, one after the other. */
async function statuses(count: number, path = '/folders'): Promise<number[]> {
	const seen: number[] = [];
	for (let i = 0; i < count; i++) {
		const response = await call(path);
		await response.arrayBuffer();
		seen.push(response.status);
	}
	return seen;
}

describe('faults: matching and timing', () => {
	const failing: Fault = { kind: 'status', status: 503 };

	it('fails a request before the service processes, checks, or counts it', async () => {
		sandbox.limits = { general: 2 };
		const before = links();
		sandbox.faults.set([failing]);
		for (let i = 0; i < 5; i++) expect((await createLink()).status).toBe(503);
		expect((await fetch(`${sandbox.url}/folders`)).status).toBe(503);
		sandbox.faults.set([]);
		expect(links()).toBe(before);
		expect((await call('/folders')).status).toBe(200);
		expect(sandbox.requests.all()[0]).toMatchObject({
			fault: 'status',
			status: 503,
			carriedOut: false,
		});
	});

	const kinds: Fault['kind'][] = ['status', 'reset', 'truncated', 'html', 'empty'];
	it.each(kinds)('fails a request after the service has processed it: %s', async (kind) => {
		const before = links();
		sandbox.faults.set([{ kind, after: 'carriedOut' }]);
		const text = await createLink()
			.then((response) => response.text())
			.catch(() => 'broken');
		expect(text).not.toContain('example.com/');
		expect(links()).toBe(before + 1);
		expect(sandbox.requests.all()).toMatchObject([{ fault: kind, carriedOut: true }]);
	});

	it('does not affect requests that the service rejects', async () => {
		sandbox.faults.set([{ ...failing, after: 'carriedOut' }]);
		expect((await call('/links/link_unknown', { method: 'DELETE' })).status).toBe(404);
		expect((await fetch(`${sandbox.url}/folders`)).status).toBe(401);
		expect(sandbox.faults.all()).toMatchObject([{ hits: 0 }]);
	});

	it('stops after the specified number of times', async () => {
		sandbox.faults.set([{ ...failing, times: 2 }]);
		expect(await statuses(4)).toEqual([503, 503, 200, 200]);
		expect(sandbox.faults.all()).toEqual([{ ...failing, times: 2, hits: 2 }]);
	});

	it('hits a share of requests, reproducible by seed', async () => {
		const fault: Fault = { ...failing, share: 0.3, seed: 7 };
		sandbox.limits = 'off';
		sandbox.faults.set([fault]);
		const first = await statuses(100);
		sandbox.faults.set([fault]);
		expect(await statuses(100)).toEqual(first);
		const hit = first.filter((status) => status === 503).length;
		expect(hit).toBeGreaterThan(15);
		expect(hit).toBeLessThan(45);
		sandbox.faults.set([{ ...fault, seed: 8 }]);
		expect(await statuses(100)).not.toEqual(first);
	});

	it('applies the first matching fault', async () => {
		sandbox.faults.set([{ ...failing, times: 1 }, { kind: 'rateLimited', times: 1 }, failing]);
		expect(await statuses(3)).toEqual([503, 429, 503]);
	});

	const paths: [Partial<Fault>, string, string, boolean][] = [
		[{}, 'GET', '/folders', true],
		[{ path: '*' }, 'GET', '/folders', true],
		[{ method: 'GET' }, 'GET', '/folders', true],
		[{ method: 'POST' }, 'GET', '/folders', false],
		[{ path: '/folders' }, 'GET', '/folders?page=1', true],
		[{ path: '/links' }, 'GET', '/folders', false],
		[{ path: '/links/:linkId' }, 'DELETE', '/links/link_1', true],
		[{ path: '/links/{linkId}' }, 'DELETE', '/links/link_1', true],
		[{ path: '/links/:id' }, 'DELETE', '/links/link_1', true],
		[{ path: '/links/link_1' }, 'DELETE', '/links/link_1', true],
		[{ path: '/links/link_2' }, 'DELETE', '/links/link_1', false],
		[{ path: '/links/:linkId' }, 'GET', '/links/info', false],
		[{ path: '/oauth/token' }, 'POST', '/oauth/token', true],
		[{ path: '/nowhere' }, 'GET', '/nowhere', true],
		[{}, 'GET', '/sandbox/outbox', false],
	];
	it.each(paths)('matches %j against %s %s: %s', async (part, method, path, hits) => {
		sandbox.faults.set([{ ...failing, ...part } as Fault]);
		expect((await call(path, { method, headers: {} })).status === 503).toBe(hits);
	});
});

describe('faults: configuration', () => {
	function put(body: unknown): Promise<Response> {
		return call('/sandbox/faults', { method: 'PUT', body: JSON.stringify(body) });
	}

	it('sets faults at startup', async () => {
		const other = await startSandbox({ sampleData: false, faults: [{ kind: 'html' }] });
		expect((await fetch(`${other.url}/folders`)).status).toBe(200);
		await other.close();
	});

	it('sets and returns faults over HTTP', async () => {
		const faults = [{ kind: 'status', status: 503, path: '/folders', times: 3 }];
		expect(await (await put(faults)).json()).toEqual([{ ...faults[0], hits: 0 }]);
		expect((await call('/folders')).status).toBe(503);
		const seen = await call('/sandbox/faults');
		expect(await seen.json()).toEqual([{ ...faults[0], hits: 1 }]);
		await put([]);
		expect((await call('/folders')).status).toBe(200);
	});

	const wrong: [unknown, number][] = [
		[{ kind: 'reset' }, 400],
		[[{ kind: 'nonsense' }], 400],
		[[{ kind: 'status', status: 501 }], 422],
		[[{ kind: 'reset', share: 2 }], 422],
		[[{ kind: 'reset', chance: 1 }], 422],
		[[{ kind: 'reset', path: 'links' }], 422],
	];
	it.each(wrong)('rejects %j and keeps the current faults', async (body, status) => {
		sandbox.faults.set([{ kind: 'html' }]);
		expect((await put(body)).status).toBe(status);
		expect(sandbox.faults.all()).toEqual([{ kind: 'html', hits: 0 }]);
	});

	it('closes the sandbox while responses are stalled', async () => {
		const other = await startSandbox({ faults: [{ kind: 'slow', stall: 600_000 }] });
		const given = new Api(other, 'business').get('/folders').catch(() => 'broken');
		await until(() => other.requests.all().length === 1, 'the request');
		await other.close();
		expect(await given).toBe('broken');
	});
});
