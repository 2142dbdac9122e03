import { connect } from 'node:net';
import { deflateSync, gzipSync } from 'node:zlib';
import { HOSTILE_TEXTS } from './hostileValues';

/** Requests of a sender who knows the URL of a webhook, but not its secret. */
export interface Forgery {
	name: string;
	method?: string;
	headers?: Record<string, string>;
	body?: string | Buffer;
}

const MEGABYTE = 1024 * 1024;
const FORGED_SIGNATURE = 'f'.repeat(64);

/** A forged delivery. */
export function forgedPush(n: number): string {
	const click = { id: `forged${n}`, timestamp: new Date().toISOString(), country: 'US' };
	const data = { click, link: { id: 'link_forged', key: 'forged' } };
	return JSON.stringify({ id: `evt_forged${n}`, event: 'link.clicked', data });
}

function nested(depth: number, open: string, close: string): string {
	return open.repeat(depth) + close.repeat(depth);
}

/** Entities that expand tenfold at each level. */
function xmlBomb(): string {
	const names = 'abcdefghij';
	const entities = [...names].map((name, i) =>
		i === 0 ? '<!ENTITY a "ha">' : `<!ENTITY ${name} "${`&${names[i - 1]};`.repeat(10)}">`,
	);
	return `<?xml version="1.0"?><!DOCTYPE x [${entities.join('')}]><x>&j;</x>`;
}

const BOUNDARY = 'a-boundary';

function upload(file: string): string {
	const head = `Content-Disposition: form-data; name="file"; filename="../../evil.js"`;
	return `--${BOUNDARY}\r\n${head}\r\nContent-Type: text/plain\r\n\r\n${file}\r\n--${BOUNDARY}--\r\n`;
}

const json = { 'content-type': 'application/json' };

export const forgeries: Forgery[] = [
	{ name: 'an empty request' },
	{ name: 'a delivery without a signature', headers: json, body: forgedPush(0) },
	...[
		'',
		'x',
		FORGED_SIGNATURE,
		FORGED_SIGNATURE.toUpperCase(),
		'f'.repeat(10_000),
		'\xff\xfe',
	].map((signature) => ({
		name: `the signature ${signature.slice(0, 10)} of ${signature.length} characters`,
		headers: { ...json, 'dub-signature': signature },
		body: forgedPush(1),
	})),
	{
		name: 'two signatures',
		headers: { ...json, 'dub-signature': `${FORGED_SIGNATURE}, ${FORGED_SIGNATURE}` },
		body: forgedPush(2),
	},
	{
		name: 'misleading headers',
		headers: {
			...json,
			'x-http-method-override': 'DELETE',
			'x-original-url': '/rest/credentials',
			'x-forwarded-for': '127.0.0.1',
			'x-forwarded-host': 'attacker.example',
			authorization: 'Bearer forged',
			cookie: 'n8n-auth=forged',
		},
		body: forgedPush(3),
	},
	...[1, MEGABYTE, 15 * MEGABYTE, 17 * MEGABYTE, 40 * MEGABYTE].map((size) => ({
		name: `${size} bytes`,
		headers: { ...json, 'dub-signature': FORGED_SIGNATURE },
		body: Buffer.alloc(size, 'x'),
	})),
	{ name: 'a long text in JSON', headers: json, body: JSON.stringify('x'.repeat(10 * MEGABYTE)) },
	{ name: 'arrays in arrays', headers: json, body: nested(500_000, '[', ']') },
	{ name: 'objects in objects', headers: json, body: nested(200_000, '{"a":', '') },
	{
		name: 'prototype keys',
		headers: json,
		body: '{"__proto__":{"event":"link.clicked"},"constructor":{"prototype":{"id":"x"}}}',
	},
	{
		name: 'many keys',
		headers: json,
		body: `{${Array.from({ length: 200_000 }, (_, n) => `"k${n}":1`).join(',')}}`,
	},
	{ name: 'truncated JSON', headers: json, body: forgedPush(4).slice(0, -5) },
	{ name: 'JSON in UTF-16', headers: json, body: Buffer.from(forgedPush(5), 'utf16le') },
	{
		name: 'an unknown character set',
		headers: { 'content-type': 'application/json; charset=nonsense' },
		body: forgedPush(6),
	},
	{
		name: 'bytes that are not text',
		headers: json,
		body: Buffer.from([0xff, 0xfe, 0, 0x80, 0xc0]),
	},
	{
		name: 'an unknown encoding',
		headers: { ...json, 'content-encoding': 'br' },
		body: forgedPush(7),
	},
	{
		name: 'invalid gzip data',
		headers: { ...json, 'content-encoding': 'gzip' },
		body: forgedPush(8),
	},
	{
		name: 'gzip of 200 MB',
		headers: { ...json, 'content-encoding': 'gzip' },
		body: gzipSync(Buffer.alloc(200 * MEGABYTE)),
	},
	{
		name: 'deflate of 200 MB',
		headers: { ...json, 'content-encoding': 'deflate' },
		body: deflateSync(Buffer.alloc(200 * MEGABYTE)),
	},
	{ name: 'an XML bomb', headers: { 'content-type': 'application/xml' }, body: xmlBomb() },
	{
		name: 'a form with many fields',
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		body: Array.from({ length: 100_000 }, (_, n) => `__proto__[a${n}]=1`).join('&'),
	},
	{
		name: 'an upload',
		headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
		body: upload('x'.repeat(MEGABYTE)),
	},
	{
		name: 'an endless upload',
		headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
		body: upload('x').slice(0, -10),
	},
	{
		name: 'an upload without a boundary',
		headers: { 'content-type': 'multipart/form-data' },
		body: 'x',
	},
	{ name: 'an unknown content type', headers: { 'content-type': 'x/y' }, body: forgedPush(9) },
	...HOSTILE_TEXTS.map((text, i) => ({
		name: `hostile text ${i}`,
		headers: json,
		body: JSON.stringify({ id: text, event: text, data: { [text]: text } }),
	})),
	...['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD'].map((method) => ({ name: method, method })),
];

/** Sends bytes that no HTTP client would send. @returns the first line of the response, or '' without one */
export async function sendRaw(url: string, lines: string[], body = ''): Promise<string> {
	const { port, pathname } = new URL(url);
	const socket = connect(Number(port), '127.0.0.1');
	let response = '';
	socket.on('error', () => undefined);
	// After the response, the connection stays open for a while.
	socket.on('data', (chunk) => {
		response += chunk.toString('latin1');
		if (response.includes('\r\n')) socket.destroy();
	});
	const head = [`POST ${pathname} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...lines];
	socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, 'latin1');
	await new Promise((resolve) => socket.on('close', resolve));
	return response.split('\r\n')[0];
}

export const brokenRequests: Array<[name: string, lines: string[], body?: string]> = [
	['two lengths', ['Content-Length: 2', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
	['a negative length', ['Content-Length: -1']],
	['a broken chunk', ['Content-Type: application/json', 'Transfer-Encoding: chunked'], 'ZZ\r\n'],
	['NUL in a header', ['X-Text: a\0b']],
	['a header of 1 MB', [`X-Text: ${'a'.repeat(MEGABYTE)}`]],
	['10,000 headers', Array.from({ length: 10_000 }, (_, n) => `X-${n}: 1`)],
	['a second request inside', ['Content-Length: 0'], 'POST /rest/login HTTP/1.1\r\n\r\n'],
];

/** Starts a body and never ends it. @returns a function that closes the connection */
export async function beginSlowly(url: string): Promise<() => void> {
	const { port, pathname } = new URL(url);
	const socket = connect(Number(port), '127.0.0.1');
	socket.on('error', () => undefined);
	const head = [`POST ${pathname} HTTP/1.1`, 'Host: localhost', 'Content-Type: application/json'];
	const bytes = `${[...head, 'Content-Length: 1000000'].join('\r\n')}\r\n\r\n{"id":"`;
	await new Promise((resolve) => socket.write(bytes, resolve));
	return () => void socket.destroy();
}
