import { describe, expect, it } from '@jest/globals';
import type { Fault } from '../../../../sandbox/app/faults/schema.ts';
import type { LinkRow } from '../../../../sandbox/link/columns.ts';
import { rawCall } from '../../../support/sandbox/rawCall.ts';
import { row } from '../../../support/sandbox/rows.ts';
import { until } from '../../../support/until.ts';
import { useSandboxForEach } from '../../../support/sandbox/useSandbox.ts';

const sandbox = useSandboxForEach({ sampleData: { seed: 1, events: 20 } });

function call(path: string, init?: RequestInit): Promise<Response> {
	return rawCall(sandbox, path, init);
}

function createLink(init?: RequestInit): Promise<Response> {
	const body = JSON.stringify({ url: 'https://example.com' });
	return call('/links', { method: 'POST', body, ...init });
}

function links(): number {
	return sandbox.db.all('SELECT id FROM links').length;
}

/** The code, e.g. `ECONNRESET`, of a request or response that failed. */
async function brokenBy(work: Promise<unknown>): Promise<string | undefined> {
	const error = await work.then(
		() => undefined,
		(reason: unknown) => reason as Error & { cause?: { code?: string } },
	);
	return error?.cause?.code;
}

describe('fault responses', () => {
	it('returns a 500 in the error format of the service', async () => {
		sandbox.faults.set([{ kind: 'status' }]);
		const response = await call('/folders');
		expect(response.status).toBe(500);
		expect(await response.json()).toMatchObject({ error: { code: 'internal_server_error' } });
	});

	it.each([502, 503, 504] as const)(
		'returns a %d as the HTML page of a gateway',
		async (status) => {
			sandbox.faults.set([{ kind: 'status', status }]);
			const response = await call('/folders');
			expect(response.status).toBe(status);
			expect(response.headers.get('content-type')).toContain('text/html');
			expect(await response.text()).toMatch(/^<html>/);
		},
	);

	it('html returns a page with status 200', async () => {
		sandbox.faults.set([{ kind: 'html' }]);
		const response = await call('/folders');
		expect(response.status).toBe(200);
		expect(response.headers.get('content-type')).toContain('text/html');
		expect(await response.text()).toMatch(/^<html>/);
	});

	it('empty returns status 200 without a body', async () => {
		sandbox.faults.set([{ kind: 'empty' }]);
		const response = await call('/folders');
		expect(response.status).toBe(200);
		expect(await response.text()).toBe('');
	});

	it('reset closes the connection without a status', async () => {
		sandbox.faults.set([{ kind: 'reset' }]);
		expect(await brokenBy(call('/folders'))).toBe('ECONNRESET');
		expect(sandbox.requests.all()).toMatchObject([{ status: null, fault: 'reset' }]);
	});

	it('truncated sends the full content length but only half of the body', async () => {
		const whole = await (await call('/folders')).arrayBuffer();
		sandbox.faults.set([{ kind: 'truncated', after: 'carriedOut' }]);
		const response = await call('/folders');
		expect(response.status).toBe(200);
		expect(response.headers.get('content-length')).toBe(String(whole.byteLength));
		let received = 0;
		const read = (async () => {
			for await (const chunk of response.body ?? []) received += (chunk as Uint8Array).byteLength;
		})();
		expect(await brokenBy(read)).toBe('UND_ERR_SOCKET');
		expect(received).toBe(Math.floor(whole.byteLength / 2));
		expect(sandbox.requests.all().at(-1)).toMatchObject({ status: 200, fault: 'truncated' });
	});

	it('truncated closes the connection if there is no body to cut', async () => {
		sandbox.faults.set([{ kind: 'truncated', after: 'carriedOut' }]);
		const link = row<LinkRow>(sandbox, 'SELECT * FROM links WHERE expires_at IS NULL');
		const visit = call(`/s/${link.domain}/${link.key}`, { redirect: 'manual' });
		expect(await brokenBy(visit)).toBe('UND_ERR_SOCKET');
		expect(sandbox.requests.all()).toMatchObject([{ status: null, carriedOut: true }]);
	});

	describe('rateLimited', () => {
		const wait = 90_500;
		const soon = () => sandbox.clock.now() + wait;
		const notations: [Fault & { kind: 'rateLimited' }, (value: string) => void][] = [
			[{ kind: 'rateLimited' }, (value) => expect(value).toBe('1')],
			[{ kind: 'rateLimited', wait }, (value) => expect(value).toBe('91')],
			[
				{ kind: 'rateLimited', wait, notation: 'httpDate' },
				(value) => {
					expect(value).toMatch(/ GMT$/);
					expect(Math.abs(Date.parse(value) - soon())).toBeLessThan(30_000);
				},
			],
			[
				{ kind: 'rateLimited', wait, notation: 'epochSeconds' },
				(value) => expect(Math.abs(Number(value) * 1000 - soon())).toBeLessThan(30_000),
			],
			[
				{ kind: 'rateLimited', wait, notation: 'epochMilliseconds' },
				(value) => expect(Math.abs(Number(value) - soon())).toBeLessThan(30_000),
			],
		];
		it.each(notations)('sets the Retry-After header for %j', async (fault, check) => {
			sandbox.faults.set([fault]);
			const response = await call('/folders');
			expect(response.status).toBe(429);
			expect(await response.json()).toMatchObject({ error: { code: 'rate_limit_exceeded' } });
			check(response.headers.get('retry-after') ?? '');
		});

		it('omits all rate limit headers if the notation is none', async () => {
			sandbox.faults.set([{ kind: 'rateLimited', notation: 'none' }]);
			const { status, headers } = await call('/folders');
			expect(status).toBe(429);
			expect([...headers.keys()].filter((name) => /ratelimit|retry/.test(name))).toEqual([]);
		});
	});

	describe('slow', () => {
		it('sends the real response in small chunks', async () => {
			const whole = await (await call('/folders')).text();
			sandbox.faults.set([{ kind: 'slow', bytesPerSecond: whole.length * 5 }]);
			const sent = Date.now();
			const response = await call('/folders');
			expect(await response.text()).toBe(whole);
			// Two pieces, with a tenth of a second between them; a timer may be early by a millisecond.
			expect(Date.now() - sent).toBeGreaterThanOrEqual(98);
		});

		it('stalls before the service processes the request', async () => {
			sandbox.faults.set([{ kind: 'slow', stall: 600_000 }]);
			const left = new AbortController();
			const before = links();
			const given = createLink({ signal: left.signal });
			await until(() => sandbox.faults.all()[0].hits === 1, 'the fault');
			left.abort();
			await expect(given).rejects.toThrow();
			sandbox.faults.set([]);
			await call('/folders');
			expect(links()).toBe(before);
		});

		it('stalls after the service has processed the request', async () => {
			sandbox.faults.set([{ kind: 'slow', stall: 600_000, after: 'carriedOut' }]);
			const left = new AbortController();
			const before = links();
			const given = createLink({ signal: left.signal });
			await until(() => links() === before + 1, 'the link');
			left.abort();
			await expect(given).rejects.toThrow();
			expect(sandbox.requests.all()).toMatchObject([
				{ fault: 'slow', status: null, carriedOut: true },
			]);
		});

		it('stalls in the middle of the body', async () => {
			const whole = await (await call('/folders')).arrayBuffer();
			sandbox.faults.set([{ kind: 'slow', stall: 600_000, stallAt: 'body' }]);
			const response = await call('/folders');
			const reader = response.body?.getReader();
			const first = (await reader?.read()) as { value: Uint8Array };
			expect(first.value.byteLength).toBe(Math.floor(whole.byteLength / 2));
			await reader?.cancel();
		});
	});
});
