import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { JsonList, JsonScan } from '../../../nodes/LinkAttribution/transport/jsonList';
import { atDepth } from '../../support/depth';

const RUNS = { numRuns: atDepth(100, 500), seed: 20_261_123 };
const MAX_OBJECTS = 1000;

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

const LIMITS = {
	objects: MAX_OBJECTS,
	values: 100_000,
	depth: 100,
	step: { objects: MAX_OBJECTS, values: 10_000, size: 1_000_000 },
};

function listFrom(chunks: Buffer[], limits = LIMITS): JsonList | undefined {
	const scan = new JsonScan(limits);
	if (chunks.some((chunk) => scan.add(chunk) !== undefined)) return undefined;
	return scan.isList ? new JsonList(chunks, scan.ends, (value) => value) : undefined;
}

/** Parses a list that arrives in chunks of these sizes. */
function parse(json: string, sizes: number[]): unknown[] | undefined {
	const chunks: Buffer[] = [];
	let rest = Buffer.from(json);
	for (const size of sizes) {
		chunks.push(rest.subarray(0, size));
		rest = rest.subarray(size);
	}
	const list = listFrom([...chunks, rest]);
	if (!list) return undefined;
	const parsed = [...list];
	return parsed.includes(undefined) ? undefined : parsed;
}

it('a list is what JSON.parse makes of it, however it is indented and wherever its chunks end', () => {
	fc.assert(
		fc.property(
			objects,
			fc.constantFrom(undefined, '\t'),
			space,
			fc.array(fc.integer({ min: 0, max: 9 })),
			(list, indent, before, sizes) => {
				const json = JSON.stringify(list, undefined, indent);
				expect(parse(`${before}${json}\n`, sizes)).toEqual(JSON.parse(json));
			},
		),
		RUNS,
	);
});

it('a list knows how many objects it has, and can be read again', () => {
	const list = listFrom([Buffer.from('[{"a":[{},{}]},{"b":1}]')]);
	expect(list).toHaveLength(2);
	expect([...(list ?? [])]).toEqual([{ a: [{}, {}] }, { b: 1 }]);
	expect([...(list ?? [])]).toHaveLength(2);
});

it('a list that ends too early is rejected, wherever it ends', () => {
	fc.assert(
		fc.property(objects, fc.nat(), (list, at) => {
			const json = JSON.stringify(list);
			const cut = Buffer.from(json).subarray(0, at % Buffer.byteLength(json));
			expect(listFrom([cut])).toBeUndefined();
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
])('%s is not a list of objects', (json) => {
	expect(parse(json, [])).toBeUndefined();
});

it('a list with too many objects is rejected', () => {
	const listOf = (count: number) => [Buffer.from(`[${Array(count).fill('{}').join()}]`)];
	// The list itself is one of them.
	expect(listFrom(listOf(MAX_OBJECTS - 1))).toHaveLength(MAX_OBJECTS - 1);
	expect(listFrom(listOf(MAX_OBJECTS))).toBeUndefined();
});

it.each([
	['too many values in one object', `[{},{"a":[${Array(1000).fill(0).join()}]}]`, { values: 900 }],
	['too many values together', `[${Array(400).fill('{"a":[0,0]}').join()}]`, {}, 600],
	['too large an object', `[{},{"a":"${'x'.repeat(1000)}"}]`, { size: 1000 }],
	['too many spaces before an object', `[{},${' '.repeat(1000)}{}]`, { size: 1000 }],
	['too many objects in one', `[{},{"a":[{},{},{}]}]`, { objects: 4 }],
])('a list with %s is rejected', (_, json, step, values = LIMITS.values) => {
	expect(listFrom([Buffer.from(json)])).toBeDefined();
	expect(
		listFrom([Buffer.from(json)], { ...LIMITS, values, step: { ...LIMITS.step, ...step } }),
	).toBeUndefined();
});

it('a list with objects too deep in each other is rejected', () => {
	const nested = (depth: number) => [
		Buffer.from(`[${'{"a":['.repeat(depth)}${']}'.repeat(depth)}]`),
	];
	expect(listFrom(nested(49))).toBeDefined();
	expect(listFrom(nested(50))).toBeUndefined();
});
