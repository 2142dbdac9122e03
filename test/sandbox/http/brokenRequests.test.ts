import { connect } from 'node:net';
import { expect, it } from '@jest/globals';
import { sampleKey } from '../../../sandbox/data/lookup.ts';
import { useSandbox } from '../../support/sandbox/useSandbox.ts';

const sandbox = useSandbox({ sampleData: { seed: 1, events: 20 } });

/** Sends bytes that no HTTP client would send. @returns everything that comes back */
async function sendRaw(start: string, headers: string[], body = ''): Promise<string> {
	const authorization = `Authorization: Bearer ${sampleKey(sandbox.db, 'business')}`;
	const head = [start, 'Host: localhost', authorization, 'Connection: close', ...headers];
	const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1');
	socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, 'latin1');
	let response = '';
	// The server may close the connection before it has read everything; its response counts.
	socket.on('error', () => undefined);
	socket.on('data', (chunk) => (response += chunk.toString('utf8')));
	await new Promise((resolve) => socket.on('close', resolve));
	return response;
}

const GET = 'GET /folders HTTP/1.1';
const POST = 'POST /partners/ban HTTP/1.1';
const JSON_TYPE = 'Content-Type: application/json';

const broken: [name: string, start: string, headers: string[], body?: string][] = [
	[
		'two lengths',
		POST,
		[JSON_TYPE, 'Content-Length: 2', 'Transfer-Encoding: chunked'],
		'0\r\n\r\n',
	],
	['a negative length', POST, [JSON_TYPE, 'Content-Length: -1']],
	['a broken chunk', POST, [JSON_TYPE, 'Transfer-Encoding: chunked'], 'ZZ\r\n'],
	['a NUL byte in a header', GET, ['X-Text: a\0b']],
	['a header of 132 kB', GET, [`X-Text: ${'a'.repeat(132_000)}`]],
	['a line feed in the method', 'GE\nT /folders HTTP/1.1', []],
	['non-ASCII bytes in the path', 'GET /folders?search=\xff HTTP/1.1', []],
	['a request that is not HTTP', 'hello', []],
];

it.each(broken)('rejects %s', async (_name, ...request) => {
	const response = await sendRaw(...request);
	expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
	expect(JSON.parse(response.split('\r\n\r\n')[1])).toMatchObject({
		error: { code: 'bad_request', doc_url: expect.stringContaining('#bad-request') },
	});
});

it('uses the first of two Authorization headers', async () => {
	const response = await sendRaw(GET, ['Authorization: Bearer dub_other']);
	expect(response).toMatch(/^HTTP\/1\.1 200 OK/);
});

it('continues to serve requests afterward', async () => {
	expect(await sendRaw(GET, [])).toMatch(/^HTTP\/1\.1 200 OK/);
});
