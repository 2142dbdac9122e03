import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { CONTRACT_QUIRKS } from '../../../sandbox/quirks';
import { startService, type NodeService } from '../../support/nodeService';
import type { Answer } from '../../support/recordingProxy';
import { withVirtualWaits } from '../../support/virtualWaits';

const GET = { resource: 'folder', operation: 'getAll', limit: 1 };
const POST = { resource: 'partner', operation: 'ban', partner: 'pn_1' };
const DELETE = { resource: 'link', operation: 'delete', linkId: 'link_1' };
const METHODS = { GET, POST, DELETE };

const SUCCESS: Answer = { status: 200, body: [{ id: 'x' }] };
const LIMITED: Answer = {
	status: 429,
	body: { error: { code: 'rate_limit_exceeded', message: 'Rate limit exceeded.' } },
};

let service: NodeService;

beforeAll(async () => {
	service = await startService();
});
beforeEach(() => {
	service.proxy.reset();
	Object.assign(service.sandbox.quirks, CONTRACT_QUIRKS);
});
afterAll(() => service.close());

function limited(headers: Record<string, string>): Answer {
	return { ...(LIMITED as object), headers } as Answer;
}

function sent(): string[] {
	return service.proxy.requests.map(({ method }) => method);
}

describe('requests', () => {
	it('carry the API key and ask for JSON', async () => {
		await service.run(GET);
		expect(service.proxy.requests[0].headers).toMatchObject({
			authorization: `Bearer ${service.credential().apiKey}`,
			accept: 'application/json',
		});
	});

	it('go to the base URL with or without slashes at its end', async () => {
		const { apiKey, baseUrl } = service.credential();
		await service.run(GET, { credential: { apiKey, baseUrl: ` ${baseUrl}// ` } });
		expect(service.proxy.requests[0].path).toBe('/folders');
	});

	it.each([
		['http://api.example.com', "'Base URL' of the credential must start with https://"],
		['http://127.0.0.1.example.com', "'Base URL' of the credential must start with https://"],
		['http://localhost@example.com', "'Base URL' of the credential must start with https://"],
		['ftp://127.0.0.1', "'Base URL' of the credential must start with https://"],
		['api.dub.co', "'Base URL' of the credential must be an address such as https://api.dub.co"],
		['', "'Base URL' of the credential must be an address such as https://api.dub.co"],
	])('are refused for the base URL %p', async (baseUrl, message) => {
		const error = await service.failure(GET, { credential: { apiKey: 'key', baseUrl } });
		expect(error.message).toBe(message);
		expect(sent()).toEqual([]);
	});
});

describe('rate limit', () => {
	const soon = (ms: number) => Date.now() + ms;
	const NOTATIONS: [string, () => Record<string, string>][] = [
		['seconds to wait', () => ({ 'retry-after': '30' })],
		['epoch seconds', () => ({ 'retry-after': String(Math.round(soon(30_000) / 1000)) })],
		['epoch milliseconds', () => ({ 'retry-after': String(soon(30_000)) })],
		['an HTTP date', () => ({ 'retry-after': new Date(soon(30_000)).toUTCString() })],
		[
			'X-RateLimit-Reset in epoch seconds',
			() => ({ 'x-ratelimit-reset': String(Math.round(soon(30_000) / 1000)) }),
		],
		[
			'X-RateLimit-Reset in epoch milliseconds',
			() => ({ 'x-ratelimit-reset': String(soon(30_000)) }),
		],
	];

	describe.each(Object.entries(METHODS))('%s', (method, parameters) => {
		it.each(NOTATIONS)('is waited out as the service asks: %s', async (_, headers) => {
			service.proxy.answerNext(limited(headers()), SUCCESS);
			const { result, waits } = await withVirtualWaits(() => service.output(parameters));
			expect(result).toHaveLength(1);
			expect(sent()).toEqual([method, method]);
			expect(waits).toHaveLength(1);
			expect(waits[0]).toBeGreaterThan(28_000);
			expect(waits[0]).toBeLessThan(32_000);
		});
	});

	it.each<[string, Record<string, string>]>([
		['no header', {}],
		['a header that says nothing', { 'retry-after': 'later' }],
		['a moment that has passed', { 'retry-after': '1000000000' }],
	])('is waited out for a little while with %s', async (_, headers) => {
		service.proxy.answerNext(limited(headers), SUCCESS);
		const { waits } = await withVirtualWaits(() => service.run(GET));
		expect(waits).toHaveLength(1);
		expect(waits[0]).toBeGreaterThanOrEqual(1000);
		expect(waits[0]).toBeLessThanOrEqual(2000);
	});

	it.each(['seconds', 'epochMilliseconds'] as const)(
		'of the service itself is waited out, with Retry-After in %s',
		async (retryAfter) => {
			service.sandbox.quirks.retryAfter = retryAfter;
			const events = { resource: 'event', operation: 'getAll', limit: 1, interval: 'all' };
			const items = await service.output(events, { items: [{}, {}] });
			expect(items).toEqual([]);
			// Three for each item, because the list is empty, and those that were refused.
			expect(service.proxy.requests.length).toBeGreaterThan(6);
		},
	);

	it('is not waited out for ever', async () => {
		service.proxy.answer = () => limited({ 'retry-after': '1' });
		const { result, waits } = await withVirtualWaits(() => service.failure(POST));
		expect(result.message).toBe('Rate limit exceeded. (rate_limit_exceeded)');
		expect(result.description).toContain('after waiting');
		const total = waits.reduce((sum, wait) => sum + wait, 0);
		expect(total).toBeLessThanOrEqual(180_000);
		expect(sent().length).toBeLessThan(10);
	});

	it('is not waited out for an hour', async () => {
		service.proxy.answer = () => limited({ 'retry-after': '3600' });
		const { waits } = await withVirtualWaits(() => service.failure(GET));
		expect(waits).toHaveLength(1);
		expect(waits[0]).toBeLessThanOrEqual(121_000);
	});
});

describe('server errors and broken connections', () => {
	const ANSWERS: [string, Answer][] = [
		['500', { status: 500, body: { error: { code: 'internal_server_error', message: 'Oops' } } }],
		['502 in HTML', { status: 502, body: '<html>Bad gateway</html>' }],
		['503', { status: 503, body: '' }],
		['a reset connection', 'connection reset'],
	];

	it.each(ANSWERS)('GET is repeated after %s', async (_, answer) => {
		service.proxy.answerNext(answer, answer, SUCCESS);
		const { result, waits } = await withVirtualWaits(() => service.output(GET));
		expect(result).toEqual([{ id: 'x' }]);
		expect(sent()).toEqual(['GET', 'GET', 'GET']);
		expect(waits).toHaveLength(2);
		expect(waits[1]).toBeGreaterThan(waits[0]);
	});

	it.each(ANSWERS)('GET gives up after the fourth time: %s', async (_, answer) => {
		service.proxy.answer = () => answer;
		await withVirtualWaits(() => service.failure(GET));
		expect(sent()).toEqual(['GET', 'GET', 'GET', 'GET']);
	});

	describe.each<[string, INodeParameters]>([
		['POST', POST],
		['DELETE', DELETE],
	])('%s', (method, parameters) => {
		it.each(ANSWERS)('is sent once only: %s', async (_, answer) => {
			service.proxy.answerNext(answer);
			const error = await service.failure(parameters);
			expect(sent()).toEqual([method]);
			expect(error.context.itemIndex).toBe(0);
		});
	});

	it.each([400, 403, 404, 409, 410, 422])('%p is never repeated', async (status) => {
		service.proxy.answerNext({ status, body: { error: { code: 'some_code', message: 'No.' } } });
		const error = await service.failure(GET);
		expect(error.message).toBe('No. (some_code)');
		expect(error.httpCode).toBe(String(status));
		expect(sent()).toEqual(['GET']);
	});
});

it('401 is repeated once, by n8n itself, with a renewed credential', async () => {
	service.proxy.answer = () => ({ status: 401, body: {} });
	await service.failure(POST);
	expect(sent()).toEqual(['POST', 'POST']);
});

describe('cancelled execution', () => {
	it.each([
		['a rate limit', limited({ 'retry-after': '2' })],
		['a server error', { status: 500, body: '' }],
	])('does not wait out %s and goes on with no other item', async (_, answer) => {
		const cancel = new AbortController();
		service.proxy.answer = (): Answer => {
			setTimeout(() => cancel.abort(), 100);
			return answer;
		};
		const error = await service.failure(GET, {
			items: [{}, {}, {}],
			continueOnFail: true,
			abortSignal: cancel.signal,
		});
		expect(error.message).toBe('The execution was cancelled');
		expect(sent()).toEqual(['GET']);
	});

	it('sends nothing more', async () => {
		const error = await service.failure(POST, { abortSignal: AbortSignal.abort() });
		expect(error.message).toBe('The execution was cancelled');
		expect(sent()).toEqual([]);
	});
});

describe('answers that are not the service', () => {
	it.each<[string, Answer]>([
		['HTML', { status: 200, body: '<html>Sign in</html>' }],
		['nothing', { status: 200, body: '' }],
	])('%s', async (_, answer) => {
		service.proxy.answerNext(answer);
		const error = await service.failure(GET);
		expect(error.message).toBe('The answer is not JSON, so it does not come from the service');
		expect(error.description).toContain("Check the 'Base URL' of the credential.");
		expect(sent()).toEqual(['GET']);
	});

	it('something else than a list', async () => {
		service.proxy.answerNext({ status: 200, body: { data: [] } });
		const error = await service.failure(GET);
		expect(error.message).toBe(
			'The service answered GET /folders with something that is not a list.',
		);
	});

	it('a page that is not JSON with an error status', async () => {
		service.proxy.answerNext({ status: 404, body: '<html>Not found</html>' });
		const error = await service.failure(GET);
		expect(error.message).toBe('The service answered with HTTP 404');
	});
});
