import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { AllColumns, flatten, valueAt } from '../../../nodes/LinkAttribution/file/columns';
import { CsvWriter } from '../../../nodes/LinkAttribution/file/csv';

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
			...[
				'=',
				'+',
				'-',
				'@',
				'＝',
				'＋',
				'－',
				'＠',
				'"',
				',',
				';',
				'\t',
				'|',
				'\r',
				'\n',
				' ',
				'\0',
			],
			...[
				'1',
				'1+1',
				'A1',
				'SUM(A1)',
				'ＳＵＭ（1）',
				"cmd|'/c calc'!A0",
				'\u200b',
				'\uFEFF',
				'\v',
				"'",
				'a',
			],
			...['http://x', '\\', '20+22'],
		),
		{ minLength: 1, maxLength: 8 },
	)
	.map((parts) => parts.join(''));
const table = fc
	.integer({ min: 1, max: 5 })
	.chain((width) => fc.array(fc.array(value, { minLength: width, maxLength: width })));

const csvLine = (values: unknown[], escapesFormulas: boolean) =>
	new CsvWriter(escapesFormulas).line(values);

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
				// Most parsers skip empty lines.
				const options = { record_delimiter: '\r\n', skip_empty_lines: true };
				expect(parse(Buffer.from(csv), options)).toEqual(cells);
			}),
			RUNS,
		);
	});

	/** What begins a cell for a program that splits at these characters and drops others at the beginning. */
	const BEGIN = String.raw`(?:^|[;\t\r\n])[\s\p{Cc}\p{Cf}"]*`;
	const CALCULATED = [
		String.raw`[=＝](?:\d|A1|SUM|ＳＵＭ|cmd)`,
		String.raw`[+\-@＋－＠](?:A1|SUM|ＳＵＭ|cmd|1\+1|20\+22)(?=$|[;\t\r\n(（]|\|')`,
	];
	const FORMULA = new RegExp(`${BEGIN}(?:${CALCULATED.join('|')})`, 'u');

	it('has no text that a spreadsheet program calculates, and no other changes', () => {
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
		['@SUM(A1)', "'@SUM(A1)"],
		['-sum (A1)', "'-sum (A1)"],
		["+cmd|'/c calc'!A0", `"'+cmd|'/c calc'!A0"`],
		["-'[book.xlsx]Sheet'!A1", "'-'[book.xlsx]Sheet'!A1"],
		['-2+3', "'-2+3"],
		['+1-555-123-4567', "'+1-555-123-4567"],
		['-"a"&"b"', `"'-""a""&""b"""`],
		['-"a;b"&A1', `"'-""a;b""&A1"`],
		['+-+A1', "'+-+A1"],
		['\t=1', `"\t'=1"`],
		['\r=1', `"\r'=1"`],
		['\0=1', "\0'=1"],
		['Eve;=20+22;', `"Eve;'=20+22;"`],
		['Eve;"=20+22";', `"Eve;""'=20+22"";"`],
		['Eve\t＝20+22', `"Eve\t'＝20+22"`],
		['Eve\n=1', `"Eve\n'=1"`],
		['＝1+1', "'＝1+1"],
		['＠ＳＵＭ（1）', "'＠ＳＵＭ（1）"],
	])('writes the formula %j as %s', (cell, line) => {
		const csv = new CsvWriter(true);
		expect(csv.line([cell, -5, 'a=1'])).toBe(`${line},-5,a=1\r\n`);
		expect(csv.escaped).toBe(1);
	});

	it.each([
		'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
		'- call\n- write an email (today)\n-- \n@anna',
		'https://x.co/a|-b',
		'- https://x.co/a(b)',
		'summer; 5-7 of June; -well-known; - and/or',
		'-b',
		'@anna',
		'-5',
		'-5 %',
		'+49 30 123-45',
		'+4930123',
		'====',
		'=)',
		':-)',
		'a=1',
	])('leaves %j as it is', (cell) => {
		const csv = new CsvWriter(true);
		expect(parse(csv.line([cell, 2]), { record_delimiter: '\r\n' })).toEqual([[cell, '2']]);
		expect(csv.escaped).toBe(0);
	});

	it('has JSON that says the same, without a formula', () => {
		const values = { 'a;=1': ';=cmd|x!A0', list: ['=1', ';-b', ';@SUM(1)'] };
		const [[cell]] = parse(csvLine([values, 2], true), { record_delimiter: '\r\n' });
		expect(cell).not.toMatch(FORMULA);
		expect(JSON.parse(cell)).toEqual(values);
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

	function columnsOf(
		known: IDataObject[],
		areAll: boolean,
		others = new Set<string>(),
	): AllColumns {
		const columns = new AllColumns(others);
		for (const one of known) columns.learn(one);
		if (areAll && !columns.areKnown) columns.end();
		return columns;
	}

	it('keep every field of every row, wherever it appears for the first time', () => {
		fc.assert(
			fc.property(fc.array(rowWithoutDots), fc.nat(), (rows, split) => {
				const all = rows as IDataObject[];
				const known = all.slice(0, split % (rows.length + 1));
				const columns = columnsOf(known, known.length === all.length);
				const header = columns.header;
				expect(header.includes('otherFields')).toBe(known.length < all.length);
				for (const one of all) {
					const values = columns.valuesOf(one);
					expect(values).toHaveLength(header.length);
					const kept = header.flatMap((column, index) => {
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
		const columns = columnsOf([wide], true, others);
		expect(columns.header).toHaveLength(1001);
		expect(Object.keys(columns.valuesOf(wide)[1000] as IDataObject)).toHaveLength(500);
		expect(others.size).toBe(500);
	});

	it('need no other one for exactly 1,000 fields', () => {
		const row = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`f${n}`, n]));
		expect(columnsOf([row], true).header).toHaveLength(1000);
	});

	it.each([
		['fields', 1, Object.fromEntries(Array.from({ length: 1500 }, (_, n) => [`f${n}`, n]))],
		['memory', 68, { text: 'x'.repeat(1_000_000) }],
		['rows', 1000, { id: 'fold_1' }],
	])('are taken from rows with a limit for %s', (_, count, row) => {
		const columns = new AllColumns(new Set());
		for (let n = 1; n <= count; n++) {
			expect(columns.areKnown).toBe(false);
			columns.learn(row);
		}
		expect(columns.areKnown).toBe(true);
	});

	it('are all there are if the limit is not exceeded', () => {
		const row = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`field${n}`, n]));
		const { header } = columnsOf([row, row], true);
		expect(header).toEqual(Object.keys(row));
	});

	it('nest no deeper than eight objects', () => {
		const nested = JSON.parse('{"a":'.repeat(50) + '1' + '}'.repeat(50)) as IDataObject;
		const [[column, cell]] = flatten(nested);
		expect(column).toBe('a.a.a.a.a.a.a.a');
		expect(cell).toEqual(valueAt(nested, column));
	});
});
