import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { AllColumns, flatten, valueAt } from '../../../nodes/LinkAttribution/file/columns';
import { csvLine } from '../../../nodes/LinkAttribution/file/csv';

const RUNS = { numRuns: 300, seed: 20_261_123 };

/** Texts with everything that matters in CSV or to a spreadsheet program. */
const text = fc.oneof(
	fc.string({ unit: 'binary' }),
	fc.string({
		unit: fc.constantFrom('"', ',', '\r', '\n', "'", '=', '-', '+', '@', ' ', '\t', 'a'),
	}),
);
const value = fc.oneof(
	text,
	fc.double({ noNaN: true, noDefaultInfinity: true }),
	fc.integer(),
	fc.boolean(),
	fc.constantFrom(null, undefined),
	fc.array(text),
);
/** Texts that programs split in different ways. */
const hostile = fc
	.array(
		fc.constantFrom(
			...['=1', '+1', '-1', '@A', '＝1', '＋1', '－1', '＠A', '"', ',', ';', '\t', '|', '\r', '\n'],
			...['\0', ' ', '\u200b', '\uFEFF', '\v', "'", 'a', '20+22', '\\'],
		),
		{ minLength: 1, maxLength: 8 },
	)
	.map((parts) => parts.join(''));
const table = fc
	.integer({ min: 1, max: 5 })
	.chain((width) => fc.array(fc.array(value, { minLength: width, maxLength: width })));

/** What a cell says. */
function cellOf(cell: unknown): string {
	if (cell === undefined || cell === null) return '';
	return typeof cell === 'object' ? JSON.stringify(cell) : String(cell as string);
}

/** A text as it is stored: half of a character becomes the replacement character. */
function stored(cell: string): string {
	return Buffer.from(cell).toString();
}

describe('a CSV file', () => {
	it('is read by a parser as it was written', () => {
		fc.assert(
			fc.property(table, (rows) => {
				const csv = rows.map((row) => csvLine(row, false)).join('');
				const cells = rows.map((row) => row.map((cell) => stored(cellOf(cell))));
				expect(parse(Buffer.from(csv), { record_delimiter: '\r\n' })).toEqual(cells);
			}),
			RUNS,
		);
	});

	/** What can begin a cell for a program that splits at these characters and drops others at the beginning. */
	const FORMULA = /(?:^|[;|\t\r\n\v\f])[\s\p{Cc}\p{Cf}"]*[=+\-@＝＋－＠]/mu;

	it('has no text that a spreadsheet program runs, and no other changes', () => {
		fc.assert(
			fc.property(fc.array(fc.array(hostile, { minLength: 2, maxLength: 2 })), (rows) => {
				const csv = rows.map((row) => csvLine(row, true)).join('');
				expect(csv).not.toMatch(FORMULA);
				for (const delimiter of [',', [',', ';', '\t']]) {
					const options = { delimiter, record_delimiter: '\r\n' };
					for (const cell of parse(csv, options).flat()) expect(cell).not.toMatch(FORMULA);
				}
				const plain = (cell: unknown) => stored(cellOf(cell)).replaceAll("'", '');
				expect(parse(csv, { record_delimiter: '\r\n' }).map((row) => row.map(plain))).toEqual(
					rows.map((row) => row.map(plain)),
				);
			}),
			RUNS,
		);
	});

	it.each([
		['=HYPERLINK("https://evil.example")', `"'=HYPERLINK(""https://evil.example"")"`],
		['+49 30 123', "'+49 30 123"],
		['-5', "'-5"],
		['@SUM(A1)', "'@SUM(A1)"],
		['\t=1', `"'\t'=1"`],
		['\r=1', `"'\r'=1"`],
		['\0=1', "\0'=1"],
		['Eve;=20+22;', `"Eve;'=20+22;"`],
		['Eve;"=20+22";', `"Eve;""'=20+22"";"`],
		['Eve\t＝20+22', `"Eve\t'＝20+22"`],
		['Eve\n-1', `"Eve\n'-1"`],
		['summer; 5-7 of June', '"summer; 5-7 of June"'],
		[{ 'a;=1': ';=1' }, `"{""a;'=1"":"";'=1""}"`],
		['＝1+1', "'＝1+1"],
		[-5, '-5'],
		['a=1', 'a=1'],
		['', '""'],
		[null, '""'],
		[['=1', 2], '"[""=1"",2]"'],
	])('writes %j as %s', (cell, line) => {
		expect(csvLine([cell], true)).toBe(`${line}\r\n`);
	});

	it('distinguishes a missing value from an empty text', () => {
		expect(csvLine([null, '', undefined], true)).toBe(',"",\r\n');
	});
});

describe('the columns for all fields', () => {
	const name = fc.constantFrom('a', 'b', 'c', 'x.y', 'constructor', '__proto__', '0');
	const { row } = fc.letrec<{ row: object; field: unknown }>((tie) => ({
		row: fc.dictionary(name, tie('field'), { maxKeys: 4, noNullPrototype: true }),
		field: fc.oneof({ depthSize: 'small' }, fc.integer(), fc.constant(null), tie('row')),
	}));
	const rowWithoutDots = row.filter((one) => !Object.keys(one).includes('x.y'));

	/** The innermost fields by their dotted names. */
	function leaves(fields: IDataObject): [string, unknown][] {
		return Object.entries(fields).flatMap(([outer, inner]) => {
			const isLeaf = typeof inner !== 'object' || inner === null || Object.keys(inner).length === 0;
			if (isLeaf) return [[outer, inner]];
			return leaves(inner as IDataObject).map(([rest, leaf]): [string, unknown] => [
				`${outer}.${rest}`,
				leaf,
			]);
		});
	}

	it('keep every field of every row, wherever it appears for the first time', () => {
		fc.assert(
			fc.property(fc.array(rowWithoutDots), fc.nat(), (rows, split) => {
				const all = rows as IDataObject[];
				const known = all.slice(0, split % (rows.length + 1));
				const columns = new AllColumns(known, known.length === all.length, new Set());
				expect(columns.header.includes('otherFields')).toBe(known.length < all.length);
				for (const one of all) {
					const values = columns.valuesOf(one);
					expect(values).toHaveLength(columns.header.length);
					const kept = columns.header.flatMap((column, index) => {
						const cell = values[index];
						if (cell === undefined) return [];
						return column === 'otherFields'
							? Object.entries(cell as IDataObject)
							: [[column, cell] as [string, unknown]];
					});
					const flat = kept.flatMap(([column, cell]) => leaves({ [column]: cell as IDataObject }));
					expect(new Map(flat)).toEqual(new Map(leaves(one)));
				}
			}),
			RUNS,
		);
	});

	it('are found again by the names that they have', () => {
		fc.assert(
			fc.property(rowWithoutDots, (one) => {
				for (const [column, cell] of flatten(one as IDataObject)) {
					expect(valueAt(one, column)).toEqual(cell);
				}
			}),
			RUNS,
		);
	});

	it.each(['text', null, undefined, 5])(
		'are empty below a value that has no fields: %j',
		(value) => {
			expect(valueAt({ a: value }, 'a.length')).toBeUndefined();
		},
	);

	it('are 1,000 at most, with the others in one more', () => {
		const wide = Object.fromEntries(Array.from({ length: 1500 }, (_, n) => [`f${n}`, n]));
		const others = new Set<string>();
		const columns = new AllColumns([wide], true, others);
		expect(columns.header).toHaveLength(1001);
		expect(Object.keys(columns.valuesOf(wide)[1000] as IDataObject)).toHaveLength(500);
		expect(others.size).toBe(500);
	});

	it('need no other one for exactly 1,000 fields', () => {
		const row = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`f${n}`, n]));
		expect(new AllColumns([row], true, new Set()).header).toHaveLength(1000);
	});

	it('nest no deeper than eight objects', () => {
		const nested = JSON.parse('{"a":'.repeat(50) + '1' + '}'.repeat(50)) as IDataObject;
		const [[column, cell]] = flatten(nested);
		expect(column).toBe('a.a.a.a.a.a.a.a');
		expect(cell).toEqual(valueAt(nested, column));
	});
});
