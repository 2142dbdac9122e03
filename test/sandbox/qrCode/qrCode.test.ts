import { crc32, inflateSync } from 'node:zlib';
import { expect, it } from '@jest/globals';
import { useSandboxForEach } from '../../support/sandbox/useSandbox.ts';

const sandbox = useSandboxForEach();

async function get(query: Record<string, string>) {
	const response = await fetch(`${sandbox.url}/qr?${new URLSearchParams(query).toString()}`);
	return {
		status: response.status,
		headers: response.headers,
		bytes: Buffer.from(await response.arrayBuffer()),
	};
}

/** Reads a PNG of one bit per pixel, as far as these need it, and checks what it holds of itself. */
function read(bytes: Buffer) {
	expect(bytes.subarray(1, 4).toString()).toBe('PNG');
	const chunks = new Map<string, Buffer>();
	for (let at = 8; at < bytes.length;) {
		const length = bytes.readUInt32BE(at);
		const content = bytes.subarray(at + 4, at + 8 + length);
		expect(bytes.readUInt32BE(at + 8 + length)).toBe(crc32(content));
		chunks.set(content.subarray(0, 4).toString(), content.subarray(4));
		at += 12 + length;
	}
	const part = (name: string) => chunks.get(name) ?? Buffer.alloc(0);
	const size = part('IHDR').readUInt32BE(0);
	expect(part('IHDR').readUInt32BE(4)).toBe(size);
	const pixels = inflateSync(part('IDAT'));
	const rowLength = 1 + Math.ceil(size / 8);
	expect(pixels).toHaveLength(rowLength * size);
	const palette = part('PLTE').toString('hex').match(/.{6}/g) ?? [];
	const colorAt = (x: number, y: number) =>
		palette[(pixels[y * rowLength + 1 + (x >> 3)] >> (7 - (x & 7))) & 1];
	return { size, colorAt };
}

/** Each row of a code without margin as text, `#` for dark. */
function modulesOf(bytes: Buffer): string[] {
	const { size, colorAt } = read(bytes);
	return Array.from({ length: size }, (_, y) =>
		Array.from({ length: size }, (_, x) => (colorAt(x, y) === '000000' ? '#' : '.')).join(''),
	);
}

const FINDER = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'];

it('returns an image with the patterns that scanners use to find a code', async () => {
	// 25 modules: the smallest code that holds the URL.
	const query = { url: 'https://go.example.com/abc', size: '25', margin: '0' };
	const { status, headers, bytes } = await get(query);
	expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
	expect([...headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
	const modules = modulesOf(bytes);
	const corner = (row: number, column: number) =>
		modules.slice(row, row + 7).map((line) => line.slice(column, column + 7));
	expect([corner(0, 0), corner(0, 18), corner(18, 0)]).toEqual([FINDER, FINDER, FINDER]);
	expect(modules[6].slice(8, 17)).toBe('#.#.#.#.#');
	const other = await get({ ...query, url: 'https://go.example.com/abd' });
	expect(modulesOf(other.bytes)).not.toEqual(modules);
	const marginless = await get({ url: query.url, size: '25', includeMargin: 'false' });
	expect(modulesOf(marginless.bytes)).toEqual(modules);
});

it('applies the requested size, margin, and colors', async () => {
	const url = 'https://go.example.com/abc';
	const plain = read((await get({ url })).bytes);
	expect(plain.size).toBe(600);
	expect([plain.colorAt(0, 0), plain.colorAt(45, 45)]).toEqual(['ffffff', '000000']);
	const colored = await get({
		url,
		size: '290',
		fgColor: '#FF8800',
		bgColor: '#001122',
		margin: '2',
		level: 'L',
	});
	const { size, colorAt } = read(colored.bytes);
	expect(size).toBe(290);
	// 29 modules of 10 pixels: the margin ends after 20.
	expect([colorAt(19, 19), colorAt(20, 20)]).toEqual(['001122', 'ff8800']);
});

it('applies the error correction level and accepts content up to the capacity of a code', async () => {
	const url = 'https://go.example.com/abc';
	const dark = async (level: string) =>
		modulesOf((await get({ url, level, size: '100', margin: '0' })).bytes).join('');
	expect(await dark('L')).not.toBe(await dark('H'));
	const long = (length: number) => get({ url: url.padEnd(length, 'x'), size: '177' });
	expect((await long(2953)).status).toBe(200);
	expect((await long(2954)).status).toBe(422);
});

it('adds a missing scheme to the URL', async () => {
	const image = async (url: string) =>
		modulesOf((await get({ url, size: '25', margin: '0' })).bytes);
	expect(await image('go.example.com/abc')).toEqual(await image('https://go.example.com/abc'));
});

it('returns errors as JSON', async () => {
	const refused = async (query: Record<string, string>) => {
		const { status, bytes } = await get(query);
		const { error } = JSON.parse(bytes.toString()) as { error: { code: string } };
		return `${status} ${error.code}`;
	};
	const url = 'https://example.com';
	expect(await refused({})).toBe('400 bad_request');
	expect(await refused({ url, fgColor: 'red' })).toBe('422 unprocessable_entity');
	expect(await refused({ url, size: '0' })).toBe('422 unprocessable_entity');
});

it('allows ten requests per IP address in ten seconds', async () => {
	sandbox.clock.stop();
	sandbox.clock.advance(10_000 - (sandbox.clock.now() % 10_000));
	const statuses: number[] = [];
	for (let i = 0; i < 11; i++) {
		statuses.push((await get({ url: 'https://example.com', size: '50' })).status);
	}
	expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
	sandbox.clock.advance(10_000);
	expect((await get({ url: 'https://example.com', size: '50' })).status).toBe(200);
});
