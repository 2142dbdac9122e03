import { createGzip } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';
import { threadTime, withLongestTurn } from '../../support/load/turns';
import { HostileService, thrownBy } from '../../support/node/hostileService';
import { runNode } from '../../support/node/runNode';

const MEGABYTE = 1024 * 1024;
const SLICE_BYTES = 64 * 1024;
const FOLDERS = { resource: 'folder', operation: 'getAll', returnAll: true };
const BAN = { resource: 'partner', operation: 'ban', partner: 'pn_1', reason: 'fraud' };

let service: HostileService;

beforeEach(async () => {
	service = await HostileService.start();
});
afterEach(() => service.close());

const run = async (parameters: INodeParameters) =>
	await runNode({ parameters, credential: service.credential() });

const failure = async (parameters: INodeParameters) =>
	await thrownBy(async () => await run(parameters));

describe('a response', () => {
	const TOO_LARGE = 'The response is larger than 64 MB';

	/** @returns bytes that were sent so far */
	function sendWithoutEnd(status = 200): () => number {
		let sent = 0;
		service.handle = (_, response) => {
			response.writeHead(status, { 'content-type': 'application/json' });
			const chunk = Buffer.alloc(MEGABYTE, ' ');
			const write = () => {
				while (!response.destroyed && response.write(chunk)) sent += chunk.length;
			};
			response.on('drain', write);
			write();
		};
		return () => sent;
	}

	it('is read up to a limit, and then the connection is closed', async () => {
		const sent = sendWithoutEnd();
		const error = await failure(FOLDERS);
		expect(error.message).toBe(TOO_LARGE);
		expect(error.description).toContain("check 'Base URL' in the credential");
		expect(service.requests).toHaveLength(1);
		expect(sent()).toBeLessThan(150 * MEGABYTE);
	});

	it('that is a file is also read up to the limit', async () => {
		sendWithoutEnd();
		const parameters = { resource: 'qrCode', operation: 'get', url: 'https://example.com' };
		expect((await failure(parameters)).message).toBe(TOO_LARGE);
	});

	it('is decompressed up to the size limit', async () => {
		service.handle = (_, response) => {
			response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
			const gzip = createGzip();
			gzip.pipe(response);
			response.on('close', () => gzip.destroy());
			const chunk = Buffer.alloc(MEGABYTE, ' ');
			let left = 1024;
			const write = () => {
				while (left-- > 0 && !gzip.destroyed && gzip.write(chunk));
				if (left <= 0) gzip.end();
			};
			gzip.on('drain', write);
			write();
		};
		expect((await failure(FOLDERS)).message).toBe(TOO_LARGE);
		expect(service.requests).toHaveLength(1);
	});

	it('may begin with a byte order mark and come in parts that end inside of a character', async () => {
		const folders = [{ id: 'fold_1', name: 'Frühling 🌷' }];
		service.handle = (_, response) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			const bytes = [...Buffer.from('\uFEFF' + JSON.stringify(folders))];
			const write = () => {
				const byte = bytes.shift();
				if (byte === undefined) return response.end();
				return response.write(Buffer.of(byte), () => setImmediate(write));
			};
			write();
		};
		const items = await run(FOLDERS);
		expect(items.map(({ json }) => json)).toEqual(folders);
	});

	it('to a write request is not requested again', async () => {
		sendWithoutEnd();
		const { description } = await failure(BAN);
		expect(description).toContain('The request succeeded, but its response was lost');
		expect(service.requests).toHaveLength(1);
	});

	const NESTED = 200_000;
	it.each<[string, string, string]>([
		['empty objects', `[${'{},'.repeat(3_000_000)}{}]`, 'more than 128 MB of memory'],
		['empty lists', `[${'[],'.repeat(3_000_000)}[]]`, 'more than 128 MB of memory'],
		['numbers', `[${'0,'.repeat(5_000_000)}0]`, 'more than 2 MB of memory'],
		['numbers in one object', `[{"a":[${'0,'.repeat(200_000)}0]}]`, 'more than 2 MB of memory'],
		['a large object', `[{"a":"${'x'.repeat(5 * MEGABYTE)}"}]`, 'more than 2 MB of memory'],
		['large text', `{"a":"${'x'.repeat(5 * MEGABYTE)}"}`, 'more than 2 MB of memory'],
		['lists in each other', `${'['.repeat(NESTED)}${']'.repeat(NESTED)}`, '100 objects in each'],
		[
			'objects in each other',
			`[${'{"a":'.repeat(NESTED)}0${'}'.repeat(NESTED)}]`,
			'100 objects in each',
		],
	])('that takes much memory or time when parsed is rejected: %s', async (_, body, message) => {
		service.handle = (_request, response) => response.end(body);
		for (const returnAs of ['items', 'file']) {
			const { message: found } = await failure({ ...FOLDERS, returnAs });
			expect(found).toContain(message);
		}
		expect(service.requests).toHaveLength(2);
	});

	it('of 60 MB is read in many turns of the event loop', async () => {
		const folder = JSON.stringify({ id: 'fold', name: 'x'.repeat(3000) });
		const body = Buffer.from(`[${Array(20_000).fill(folder).join()}]`);
		service.handle = (_, response, { searchParams }) => {
			if (searchParams.get('page') !== '1') return response.end('[]');
			let at = 0;
			// The server is in the same process: what it sent at once would be the longest turn.
			const send = () => {
				while (at < body.length && response.write(body.subarray(at, (at += SLICE_BYTES))));
				return at < body.length ? response.once('drain', send) : response.end();
			};
			return send();
		};
		for (const returnAs of ['items', 'file']) {
			const begin = threadTime();
			const { result, longest } = await withLongestTurn(
				async () => await run({ ...FOLDERS, returnAs, limit: 100, returnAll: false }),
			);
			expect(result.length).toBeGreaterThan(0);
			expect(longest).toBeLessThan((threadTime() - begin) / 2);
		}
	});

	it('is reported with its status code if it is a large error response', async () => {
		const sent = sendWithoutEnd(404);
		const error = await failure(FOLDERS);
		expect(error.message).toBe('The service returned HTTP 404');
		expect(sent()).toBeLessThan(100 * MEGABYTE);
	});

	it('that stalls ends with the timeout or the cancellation of the execution', async () => {
		service.handle = (_, response) => response.write('[');
		const parameters = { ...BAN, requestOptions: { timeout: 1 } };
		expect((await failure(parameters)).message).toBe(
			'The service did not respond: no complete response within 1 second',
		);
		const cancel = new AbortController();
		const { signal: abortSignal } = cancel;
		service.handle = (_, response) => {
			response.write('[');
			setImmediate(() => cancel.abort());
		};
		const run = runNode({ parameters: FOLDERS, credential: service.credential(), abortSignal });
		expect((await thrownBy(async () => await run)).message).toBe('The execution was cancelled');
	});

	it('is accepted with 1,000 events that have 10,000 characters of metadata each', async () => {
		const timestamp = '2026-01-01T00:00:00.000Z';
		const events = Array.from({ length: 1000 }, (_, i) => ({
			event: 'lead',
			eventId: `event_${i}`,
			timestamp,
			metadata: { note: '値'.repeat(10_000) },
			click: { id: `click_${i}`, timestamp },
		}));
		service.always(events);
		const found = await run({
			resource: 'event',
			operation: 'getAll',
			event: 'leads',
			limit: 1000,
			simple: false,
		});
		expect(found.map(({ json }) => json)).toEqual(events);
	});
});
