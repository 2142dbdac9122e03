import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { JsonList, jsonLine, scanJson } from '../../../nodes/LinkAttribution/transport/jsonList';
import { atDepth } from '../../support/depth';

const RUNS = { numRuns: atDepth(100, 500), seed: 20_261_123 };

/** Texts with everything that matters in JSON. */
const text = fc.oneof(
	fc.string({ unit: 'binary' }),
	fc.string({ unit: fc.constantFrom('"', '\\', '[', ']', '{', '}', ',', 'é', '🌷') }),
);
const { object } = fc.letrec<{ value: unknown; object: object }>((tie) => ({
	value: fc.oneof(
		{ depthSize: 'small', withCrossShrink: true },
		text,
		fc.constantFrom(null, true, -1.5e-7),
		fc.array(tie('value'), { maxLength: 3 }),
		tie('object'),
	),
	object: fc.dictionary(text, tie('value'), { maxKeys: 4 }),
}));
const objects = fc.array(object, { minLength: 1, maxLength: 5 });
const space = fc.constantFrom('', ' ', '\r\n\t', '\uFEFF');

async function listFrom(json: string | Buffer): Promise<JsonList | undefined> {
	const bytes = Buffer.from(json);
	const { ends } = await scanJson(bytes);
	return ends.length > 0 ? new JsonList(bytes, ends, (value) => value, true) : undefined;
}

async function parse(json: string): Promise<unknown[] | undefined> {
	const list = await listFrom(json);
	if (!list) return undefined;
	const parsed = [...list];
	return parsed.includes(undefined) ? undefined : parsed;
}

it('a list is what JSON.parse makes of it, however it is indented', async () => {
	await fc.assert(
		fc.asyncProperty(
			objects,
			fc.constantFrom(undefined, '\t'),
			space,
			async (list, indent, before) => {
				const json = JSON.stringify(list, undefined, indent);
				expect(await parse(`${before}${json}\n`)).toEqual(JSON.parse(json));
			},
		),
		RUNS,
	);
});

it('a list knows how many objects it has, and can be read again', async () => {
	const list = await listFrom('[{"a":[{},{}]},{"b":1}]');
	expect(list).toHaveLength(2);
	expect([...(list ?? [])]).toEqual([{ a: [{}, {}] }, { b: 1 }]);
	expect([...(list ?? [])]).toHaveLength(2);
});

it('an object is written in one line, as it was sent if that is one', async () => {
	await fc.assert(
		fc.asyncProperty(objects, fc.constantFrom(undefined, '\t'), async (list, indent) => {
			const read = [...((await listFrom(JSON.stringify(list, undefined, indent))) ?? [])];
			expect(read.map((each) => jsonLine(each as object))).toEqual(
				list.map((each) => JSON.stringify(each)),
			);
		}),
		RUNS,
	);
	const [sent] = (await listFrom('[ {"n": 12345678901234567890} ]')) ?? [];
	expect(jsonLine(sent as object)).toBe('{"n": 12345678901234567890}');
	expect(jsonLine({ ...(sent as object) })).not.toContain(' ');
});

it('a list that ends too early is rejected, wherever it ends', async () => {
	await fc.assert(
		fc.asyncProperty(objects, fc.nat(), async (list, at) => {
			const json = Buffer.from(JSON.stringify(list));
			expect(await listFrom(json.subarray(0, at % json.length))).toBeUndefined();
		}),
		RUNS,
	);
});

it.each([
	'',
	'[]',
	'{}',
	'{"data":[{}]}',
	'<html>',
	'"[{}]"',
	'[1,2]',
	'x[{}]',
	'[{},1]',
	'[1,{}]',
	'[{}{}]',
	'[{} x,{}]',
	'[{},,{}]',
	'[{}]x',
	'[{}][{}]',
	'[{}}',
	'{{}]',
	']{}[',
	'[{"a":}]',
	'[{"a" 1},{}]',
])('%s is not a list of objects', async (json) => {
	expect(await parse(json)).toBeUndefined();
});

const listOf = (count: number, text: string) => `[${Array(count).fill(text).join()}]`;

it.each([
	['objects', listOf(1_100_000, '{}'), 'The response takes more than 128 MB of memory'],
	['values', listOf(10_000, `{"a":${listOf(600, '0')}}`), 'takes more than 128 MB of memory'],
	['values in one object', `[{},{"a":${listOf(90_000, '0')}}]`, 'takes more than 2 MB of memory'],
	['objects in one', `[{},{"a":${listOf(20_000, '{}')}}]`, 'takes more than 2 MB of memory'],
	['text in one object', `[{},{"a":"${'x'.repeat(2 ** 21)}"}]`, 'more than 2 MB of memory'],
	['spaces before an object', `[{},${' '.repeat(2 ** 21)}{}]`, 'takes more than 2 MB of memory'],
])('a list with too many %s is rejected', async (_, json, message) => {
	await expect(listFrom(json)).rejects.toThrow(message);
});

it('a list of the largest page of the service is accepted', async () => {
	const event = JSON.stringify({
		metadata: 'x'.repeat(30_000),
		click: Array(20).fill({ id: 'x' }),
	});
	expect(await listFrom(listOf(1000, event))).toHaveLength(1000);
});

it('a list with objects too deep in each other is rejected', async () => {
	const nested = (depth: number) => `[${'{"a":['.repeat(depth)}${']}'.repeat(depth)}]`;
	expect(await listFrom(nested(49))).toBeDefined();
	await expect(listFrom(nested(50))).rejects.toThrow('100 objects in each other');
});
