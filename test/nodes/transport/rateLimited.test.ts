import { beforeEach, describe, expect, it } from '@jest/globals';
import type { LoggedRequest } from '../../../sandbox/app/requestLog';
import { CONTRACT_QUIRKS } from '../../../sandbox/http/quirks';
import { useService } from '../../support/node/nodeService';
import { withVirtualWaits } from '../../support/node/virtualWaits';
import { successOf, type StubResponse } from '../../support/sandbox/recordingProxy';
import { until } from '../../support/until';

const GET = { resource: 'folder', operation: 'getAll', limit: 1 };
const POST = { resource: 'partner', operation: 'createLink', partner: 'pn_1' };
const DELETE = { resource: 'link', operation: 'delete', linkId: 'link_1' };
const METHODS = { GET, POST, DELETE };

const SUCCESS = successOf('GET');

const service = useService();

beforeEach(() => {
	service.sandbox.faults.set([]);
	service.sandbox.requests.clear();
	service.sandbox.limits = {};
	Object.assign(service.sandbox.quirks, CONTRACT_QUIRKS);
});

function limited(headers: Record<string, string>): StubResponse {
	const body = { error: { code: 'rate_limit_exceeded', message: 'Rate limit exceeded.' } };
	return { status: 429, body, headers };
}

function sent(): string[] {
	return service.proxy.requests.map(({ method }) => method);
}

function log(): LoggedRequest[] {
	return service.sandbox.requests.all();
}

describe('the node waits for the rate limit', () => {
	it.each(Object.entries(METHODS))('%s as long as it asks for', async (method, parameters) => {
		service.proxy.respondNext(limited({ 'retry-after': '30' }), successOf(method));
		const { result, waits } = await withVirtualWaits(() => service.output(parameters));
		expect(result).toHaveLength(1);
		expect(sent()).toEqual([method, method]);
		const total = waits.reduce((sum, wait) => sum + wait, 0);
		expect(total).toBeGreaterThan(28_000);
		expect(total).toBeLessThan(33_000);
	});

	it.each<[string, Record<string, string>]>([
		['no header', {}],
		['an unreadable header', { 'retry-after': 'later' }],
		['a time in the past', { 'retry-after': '1000000000' }],
	])('briefly with %s', async (_, headers) => {
		service.proxy.respondNext(limited(headers), SUCCESS);
		const { waits } = await withVirtualWaits(() => service.run(GET));
		expect(waits).toHaveLength(1);
		expect(waits[0]).toBeGreaterThanOrEqual(950);
		expect(waits[0]).toBeLessThanOrEqual(2000);
	});

	it('longer each time if the wait was too short', async () => {
		service.proxy.respondNext(...Array.from({ length: 5 }, () => limited({})), SUCCESS);
		const { waits } = await withVirtualWaits(() => service.run(GET));
		expect(waits).toHaveLength(5);
		for (const [count, wait] of waits.entries()) expect(wait).toBeGreaterThan(950 * 2 ** count);
	});

	it.each(Object.entries(METHODS))(
		'%s gives up before the total wait exceeds the maximum',
		async (_, parameters) => {
			service.proxy.respond = () => limited({ 'retry-after': '1' });
			const { result, waits } = await withVirtualWaits(() => service.failure(parameters));
			expect(result.message).toBe('Rate limit exceeded.');
			expect(result.description).toMatch(
				/rate limited after waiting \d+ seconds\. The service asks to wait 1 second again and again, so the node would wait \d+ seconds, but 'Max Wait \(Seconds\)' in Request Options allows 180 seconds in total/,
			);
			expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThanOrEqual(180_000);
		},
	);

	it('not at all if the service asks for more than Max Wait', async () => {
		service.proxy.respond = () => limited({ 'retry-after': '3600' });
		const { result, waits } = await withVirtualWaits(() => service.failure(GET));
		expect([sent(), waits]).toEqual([['GET'], []]);
		expect(result.description).toMatch(/The service asks to wait 360[01] seconds, but/);
	});

	it('for an hour if Max Wait allows it', async () => {
		service.proxy.respondNext(limited({ 'retry-after': '3600' }), SUCCESS);
		const parameters = { ...GET, requestOptions: { longestWait: 7200 } };
		const { waits } = await withVirtualWaits(() => service.run(parameters));
		expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(3_599_000);
	});
});

describe('requests after a rate limit', () => {
	it('no item sends a request during the wait of another one', async () => {
		service.sandbox.faults.set([{ kind: 'rateLimited', wait: 2000, times: 1 }]);
		const requestOptions = { parallelItems: 8 };
		const { result } = await withVirtualWaits(() =>
			service.output({ ...GET, requestOptions }, { items: Array.from({ length: 24 }, () => ({})) }),
		);
		expect(result).toHaveLength(24);
		expect(log().filter(({ status }) => status === 429)).toHaveLength(1);
		expect(log()).toHaveLength(25);
		// Requests sent together with the refused one arrive before its response.
		const [first] = log();
		const early = log().filter(({ at }) => at < first.at + 1900);
		expect(early.length).toBeLessThanOrEqual(8);
	});

	it('another execution waits only if it has the same credential', async () => {
		service.sandbox.faults.set([{ kind: 'rateLimited', wait: 1000, times: 1 }]);
		const refused = service.run(GET);
		await until(() => log().length === 1 && log()[0].status === 429, 'the refusal');
		// Credentials are distinguished by their ID, here always the same, and their base URL.
		const { apiKey } = service.credential('advanced');
		await service.run(GET, { credential: { apiKey, baseUrl: service.sandbox.url } });
		await Promise.all([refused, service.run(GET)]);
		const [first, other, ...rest] = log();
		expect(other.authorization).not.toBe(first.authorization);
		expect(rest.map(({ authorization }) => authorization)).toEqual([
			first.authorization,
			first.authorization,
		]);
		expect(rest[0].at - first.at).toBeGreaterThanOrEqual(950);
	});

	it.each(['seconds', 'httpDate', 'epochSeconds', 'epochMilliseconds'] as const)(
		'sends the next request after the wait given in %s',
		async (notation) => {
			service.sandbox.faults.set([{ kind: 'rateLimited', wait: 5_000, notation, times: 1 }]);
			const { result } = await withVirtualWaits(() => service.output(GET));
			expect(result).toHaveLength(1);
			const [refused, repeated] = log();
			// Whole seconds are rounded by the clock of the service.
			expect(repeated.at - refused.at).toBeGreaterThanOrEqual(4_900);
		},
	);

	it.each(['seconds', 'epochMilliseconds'] as const)(
		'lists events under a limit of four requests per second with Retry-After in %s',
		async (retryAfter) => {
			service.sandbox.quirks.retryAfter = retryAfter;
			const events = { resource: 'event', operation: 'getAll', limit: 1, interval: 'all' };
			const items = Array.from({ length: 10 }, () => ({}));
			const { result } = await withVirtualWaits(() => service.output(events, { items }));
			expect(result).toEqual([]);
			expect(log().filter(({ carriedOut }) => carriedOut).length).toBeGreaterThanOrEqual(30);
		},
	);
});
