import { describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { useService } from '../../support/node/nodeService';
import { withOverlappingWaits } from '../../support/node/virtualWaits';
import type { StubResponse } from '../../support/sandbox/recordingProxy';
import { until } from '../../support/until';

const LIST = { resource: 'folder', operation: 'getAll', returnAll: true };

/** Seconds by default, and some more for what is in flight. */
const MAX_WAIT = 180;
const LITTLE = 5;

const service = useService();

function refused(headers: Record<string, string>): StubResponse {
	const body = { error: { code: 'rate_limit_exceeded', message: 'Rate limit exceeded.' } };
	return { status: 429, body, headers };
}

const virtually = async <T>(work: () => Promise<T>) =>
	await withOverlappingWaits(work, () => service.proxy.requests.length);

/** Runs the node. */
async function timed(parameters: INodeParameters, call = {}) {
	const begin = performance.now();
	const seconds = () => (performance.now() - begin) / 1000;
	try {
		const items = await service.run(parameters, call);
		return { items, seconds: seconds(), description: undefined };
	} catch (error) {
		return { seconds: seconds(), description: (error as { description: string }).description };
	}
}

/** Another limiter for each test. */
let tests = 0;
function credential() {
	return { ...service.credential(), baseUrl: `${service.proxy.url}${'/'.repeat(++tests)}` };
}

describe('under a lasting 429, Max Wait includes the wait for other requests', () => {
	const REFUSALS: [string, Record<string, string>][] = [
		['without headers', {}],
		['that asks for a second', { 'retry-after': '1' }],
		['that asks for 20 seconds', { 'retry-after': '20', 'x-ratelimit-limit': '60' }],
	];

	it.each(REFUSALS)('%s: executions at the same time', async (_, headers) => {
		service.proxy.respond = () => refused(headers);
		const call = { credential: credential() };
		const result = await virtually(async () => {
			const first = timed(LIST, call);
			await until(() => service.proxy.requests.length > 0, 'the first refusal');
			const runs = [first, ...[1, 2, 3, 4].map(async () => await timed(LIST, call))];
			return await Promise.all(runs);
		});
		for (const { seconds, description } of result) {
			expect(seconds).toBeLessThan(MAX_WAIT + LITTLE);
			const [, waited] = /after waiting (\d+) seconds/.exec(String(description)) ?? [];
			expect(Math.abs(Number(waited) - seconds)).toBeLessThan(LITTLE);
		}
	});

	it.each(REFUSALS)('%s: all items of an execution together', async (_, headers) => {
		service.proxy.respond = () => refused(headers);
		const items = Array.from({ length: 40 }, () => ({}));
		const call = { credential: credential(), items, continueOnFail: true };
		const result = await virtually(async () => await timed(LIST, call));
		expect(result.items).toHaveLength(40);
		expect(result.seconds).toBeLessThan(MAX_WAIT + LITTLE);
	});
});

it('Waiting starts over after a request that was accepted', async () => {
	let count = 0;
	service.proxy.respond = () =>
		++count % 3 === 0 ? { status: 200, body: [] } : refused({ 'retry-after': '30' });
	const items = Array.from({ length: 6 }, () => ({}));
	const call = { credential: credential(), items };
	const requestOptions = { parallelItems: 1 };
	const result = await virtually(async () => await timed({ ...LIST, requestOptions }, call));
	expect(result.description).toBeUndefined();
	expect(result.seconds).toBeGreaterThan(MAX_WAIT * 1.5);
});

it('A request that cannot be sent within Max Wait fails without waiting, and says why', async () => {
	service.proxy.respond = () => ({ status: 200, body: [], headers: { 'x-ratelimit-limit': '60' } });
	const call = { credential: credential() };
	await service.run(LIST, call);
	const items = Array.from({ length: 60 }, () => ({}));
	const requestOptions = { parallelItems: 50, longestWait: 10 };
	const result = await virtually(
		async () => await timed({ ...LIST, requestOptions }, { ...call, items }),
	);
	expect(result.description).toMatch(
		/^The key is rate limited\. Other requests before it take 1[0-9] seconds, but 'Max Wait \(Seconds\)' in Request Options allows 10 seconds in total\./,
	);
	expect(result.seconds).toBeLessThan(11);
});
