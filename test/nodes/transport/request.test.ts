import { beforeEach, describe, expect, it } from '@jest/globals';
import { CONTRACT_QUIRKS } from '../../../sandbox/http/quirks';
import { useService } from '../../support/node/nodeService';
import { passTime, withVirtualWaits } from '../../support/node/virtualWaits';
import { successOf, type StubResponse } from '../../support/sandbox/recordingProxy';

const GET = { resource: 'folder', operation: 'getAll', limit: 1 };
const POST = { resource: 'partner', operation: 'ban', partner: 'pn_1', reason: 'fraud' };
const DELETE = { resource: 'link', operation: 'delete', linkId: 'link_1' };
const METHODS = { GET, POST, DELETE };

const SUCCESS = successOf('GET');
const LIMITED: StubResponse = {
	status: 429,
	body: { error: { code: 'rate_limit_exceeded', message: 'Rate limit exceeded.' } },
};

const service = useService();

beforeEach(() => {
	Object.assign(service.sandbox.quirks, CONTRACT_QUIRKS);
});

function limited(headers: Record<string, string>): StubResponse {
	return { ...(LIMITED as object), headers } as StubResponse;
}

function sent(): string[] {
	return service.proxy.requests.map(({ method }) => method);
}

describe('requests', () => {
	it('contain the API key and accept JSON', async () => {
		await service.run(GET);
		expect(service.proxy.requests[0].headers).toMatchObject({
			authorization: `Bearer ${service.credential().apiKey}`,
			accept: 'application/json',
		});
	});

	it('use the base URL with or without trailing slashes', async () => {
		const { apiKey, baseUrl } = service.credential();
		await service.run(GET, { credential: { apiKey, baseUrl: ` ${baseUrl}// ` } });
		expect(service.proxy.requests[0].path).toBe('/folders');
	});

	it('are not sent to an insecure base URL', async () => {
		const credential = { apiKey: 'key', baseUrl: 'http://api.example.com' };
		expect(await service.refusal(GET, { credential })).toBe(
			"'Base URL' of the credential must start with https://",
		);
	});
});

describe('server errors and broken connections', () => {
	const RESPONSES: [string, StubResponse][] = [
		['500', { status: 500, body: { error: { code: 'internal_server_error', message: 'Oops' } } }],
		['502 with HTML', { status: 502, body: '<html>Bad gateway</html>' }],
		['503', { status: 503, body: '' }],
		['a reset connection', 'connection reset'],
		['a web page', { status: 200, body: '<html>Sign in</html>' }],
		['an empty response', { status: 200, body: '' }],
	];

	it.each(RESPONSES)('GET and DELETE are retried with a back-off after %s', async (_, response) => {
		for (const method of ['GET', 'DELETE'] as const) {
			service.proxy.reset();
			service.proxy.respondNext(response, response, response, successOf(method));
			const { result, waits } = await withVirtualWaits(() => service.output(METHODS[method]));
			expect(result).toHaveLength(1);
			expect(sent()).toEqual([method, method, method, method]);
			expect(waits).toHaveLength(3);
			for (const [count, wait] of waits.entries()) {
				expect(wait).toBeGreaterThanOrEqual(250 * 2 ** count);
				expect(wait).toBeLessThanOrEqual(250 * 2 ** count * 1.5);
			}
		}
	});

	it.each(RESPONSES.slice(0, 4))('stops retrying GET after a minute of %s', async (_, response) => {
		service.proxy.respond = () => response;
		const { waits } = await withVirtualWaits(() => service.failure(GET));
		const total = waits.reduce((sum, wait) => sum + wait, 0);
		expect(total).toBeLessThanOrEqual(60_000);
		expect(total).toBeGreaterThan(45_000);
		for (const wait of waits) expect(wait).toBeLessThanOrEqual(12_000);
		expect(sent()).toHaveLength(waits.length + 1);
	});

	it.each(RESPONSES.slice(4))('GET gives up after six attempts with %s', async (_, response) => {
		service.proxy.respond = () => response;
		const { result: error } = await withVirtualWaits(() => service.failure(GET));
		expect(sent()).toHaveLength(6);
		expect(error.description).toContain("Check 'Base URL' in the credential.");
	});

	it('count the time of the responses from the first retry on', async () => {
		service.proxy.respond = () => ({ status: 504, body: '' });
		service.proxy.onRequest = () => passTime(45_000);
		await withVirtualWaits(() => service.failure(GET));
		expect(sent()).toHaveLength(3);
	});

	it('do not count waits for the rate limit', async () => {
		const limited = { status: 429, headers: { 'retry-after': '70' }, body: '' };
		service.proxy.respondNext(limited, { status: 502, body: '' }, SUCCESS);
		const { result } = await withVirtualWaits(() => service.output(GET));
		expect(result).toHaveLength(1);
		expect(sent()).toHaveLength(3);
	});

	it('end earlier with a shorter Max Wait', async () => {
		service.proxy.respond = () => ({ status: 503, body: '' });
		const parameters = { ...GET, requestOptions: { longestWait: 2 } };
		const { waits } = await withVirtualWaits(() => service.failure(parameters));
		expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThanOrEqual(2000);
		expect(waits.length).toBeGreaterThan(0);
	});

	it.each(RESPONSES)('POST is sent only once: %s', async (_, response) => {
		service.proxy.respondNext(response);
		const error = await service.failure(POST);
		expect(sent()).toEqual(['POST']);
		expect(error.context.itemIndex).toBe(0);
		const accepted = typeof response !== 'string' && response.status === 200 && !response.body;
		expect(error.description).toContain(
			accepted
				? 'The request succeeded, but its response was lost.'
				: 'The request may have succeeded, so it was not retried.',
		);
	});

	it('fails POST without the n8n suggestion to retry', async () => {
		service.proxy.respondNext('connection reset');
		const { message, description } = await service.failure(POST);
		expect(message).toMatch(/^The service did not respond: /);
		expect(`${message} ${description}`).not.toMatch(/retry/i);
	});

	it('DELETE succeeds if the link is deleted after a lost response', async () => {
		const gone: StubResponse = {
			status: 404,
			body: { error: { code: 'not_found', message: 'No.' } },
		};
		service.proxy.respondNext('connection reset', gone);
		const { result } = await withVirtualWaits(() => service.output(DELETE));
		expect(result).toEqual([{ id: 'link_1', deleted: true }]);
		service.proxy.reset();
		service.proxy.respondNext(limited({ 'retry-after': '1' }), gone);
		const { result: error } = await withVirtualWaits(() => service.failure(DELETE));
		expect(error.message).toBe('No.');
	});

	it.each(Object.entries(METHODS))(
		'tries %s four times if the connection is refused',
		async (_, parameters) => {
			const { apiKey } = service.credential();
			const credential = { apiKey, baseUrl: 'http://127.0.0.1:1' };
			const { result: error, waits } = await withVirtualWaits(() =>
				service.failure(parameters, { credential }),
			);
			expect(waits).toHaveLength(3);
			expect(error.message).toMatch(/^The service could not be reached: .*ECONNREFUSED/);
			expect(error.description).toContain("Check 'Base URL' in the credential");
		},
	);

	it.each([400, 403, 404, 409, 410, 422])('%p is never retried', async (status) => {
		service.proxy.respondNext({ status, body: { error: { code: 'some_code', message: 'No.' } } });
		const error = await service.failure(GET);
		expect(error.message).toBe('No.');
		expect(error.httpCode).toBe(String(status));
		expect(sent()).toEqual(['GET']);
	});
});

it('401 is retried once by n8n with a refreshed token', async () => {
	service.proxy.respond = () => ({ status: 401, body: {} });
	await service.failure(POST);
	expect(sent()).toEqual(['POST', 'POST']);
});

describe('a cancelled execution', () => {
	it.each([
		['a server error', { status: 500, body: '' }],
		// The last one, as it holds up all requests with the credential.
		['a rate limit', limited({ 'retry-after': '2' })],
	])('does not wait out %s, and processes no other item', async (_, response) => {
		const cancel = new AbortController();
		service.proxy.respond = (): StubResponse => {
			if (sent().length === 2) setTimeout(() => cancel.abort(), 100);
			return response;
		};
		const parameters = { ...GET, requestOptions: { parallelItems: 2 } };
		const error = await service.failure(parameters, {
			items: [{}, {}, {}, {}],
			continueOnFail: true,
			abortSignal: cancel.signal,
		});
		expect(error.message).toBe('The execution was cancelled');
		expect(sent()).toEqual(['GET', 'GET']);
	});

	it('sends no more requests', async () => {
		expect(await service.refusal(POST, { abortSignal: AbortSignal.abort() })).toBe(
			'The execution was cancelled',
		);
	});
});

describe('responses that do not come from the service', () => {
	it.each<[string, StubResponse, string]>([
		[
			'HTML',
			{ status: 200, body: '<html>Sign in</html>' },
			"The response is a web page, so it does not come from the service's API",
		],
		['an empty response', { status: 200, body: '' }, 'The response is not complete JSON'],
		['truncated JSON', { status: 200, body: '[{"id":"li' }, 'The response is not complete JSON'],
	])('reports %s', async (_, response, message) => {
		service.proxy.respond = () => response;
		const { result: error } = await withVirtualWaits(() => service.failure(GET));
		expect(error.message).toBe(message);
		expect(error.description).toContain("Check 'Base URL' in the credential.");
	});

	it('a body that is not a list', async () => {
		service.proxy.respondNext({ status: 200, body: { data: [] } });
		const error = await service.failure(GET);
		expect(error.message).toBe('The response to GET /folders is not a list');
	});

	it('reports the status of an error response that is not JSON', async () => {
		service.proxy.respondNext({ status: 404, body: '<html>Not found</html>' });
		const error = await service.failure(GET);
		expect(error.message).toBe('The service returned HTTP 404');
	});
});
