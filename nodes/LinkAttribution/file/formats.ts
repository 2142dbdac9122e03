import type { IDataObject } from 'n8n-workflow';
import type { Page } from '../transport/pages';
import { AllColumns } from './columns';
import { csvLine } from './csv';

/** Rows from which the columns of a CSV file are taken when it has all fields. */
const SAMPLE = 1000;

/** n8n waits for each text to be written, so a text has many rows. */
const ROWS_PER_TEXT = 50;

interface Layout {
	/** The fields that all rows have, in their order; empty if they are not known before the rows. */
	columns: string[];
	/** Whether all rows have the same fields. */
	areUniform: boolean;
	/** Whether a CSV file begins with a byte order mark. */
	byteOrderMark: boolean;
	/** Whether texts that a spreadsheet program would run get an apostrophe in CSV. */
	escapesFormulas: boolean;
	/** Takes the names of fields that have no column. */
	others: Set<string>;
}

interface Format {
	extension: string;
	mimeType: string;
	/** Writes rows page by page, with a page or `SAMPLE` of them in memory at most. */
	write(pages: AsyncIterable<Page>, layout: Layout): AsyncGenerator<string>;
}

export const formats: Record<string, Format> = {
	csv: { extension: 'csv', mimeType: 'text/csv', write: writeCsv },
	json: { extension: 'json', mimeType: 'application/json', write: writeJson },
	jsonLines: { extension: 'jsonl', mimeType: 'application/x-ndjson', write: writeJsonLines },
};

async function* writeJsonLines(pages: AsyncIterable<Page>): AsyncGenerator<string> {
	for await (const page of pages) yield* textsOf(page, (row) => `${JSON.stringify(row)}\n`);
}

async function* writeJson(pages: AsyncIterable<Page>): AsyncGenerator<string> {
	let opening = '[\n';
	const next = (row: IDataObject) => {
		const text = opening + JSON.stringify(row);
		opening = ',\n';
		return text;
	};
	for await (const page of pages) yield* textsOf(page, next);
	yield opening === '[\n' ? '[]\n' : '\n]\n';
}

async function* writeCsv(
	pages: AsyncIterable<Page>,
	{ columns, areUniform, byteOrderMark, escapesFormulas, others }: Layout,
): AsyncGenerator<string> {
	if (byteOrderMark) yield '\uFEFF';
	const lineOf = (values: unknown[]) => csvLine(values, escapesFormulas);
	if (columns.length > 0) yield lineOf(columns);
	if (columns.length > 0 || areUniform) {
		let header = columns;
		for await (const page of pages) {
			if (header.length === 0 && page.length > 0) yield lineOf((header = Object.keys(page[0])));
			yield* textsOf(page, (row) => lineOf(header.map((name) => row[name])));
		}
		return;
	}
	let all: AllColumns | undefined;
	for await (const { rows, areAll } of withSample(pages)) {
		if (!all) {
			all = new AllColumns(rows, areAll, others);
			if (rows.length > 0) yield lineOf(all.header);
		}
		const known = all;
		yield* textsOf(rows, (row) => lineOf(known.valuesOf(row)));
	}
}

/** Passes rows on, the first ones together as soon as they are `SAMPLE`. */
async function* withSample(
	pages: AsyncIterable<Page>,
): AsyncGenerator<{ rows: Page; areAll: boolean }> {
	let sample: Page | undefined = [];
	for await (const page of pages) {
		if (!sample) {
			yield { rows: page, areAll: false };
			continue;
		}
		sample = [...sample, ...page];
		if (sample.length < SAMPLE) continue;
		yield { rows: sample, areAll: false };
		sample = undefined;
	}
	if (sample) yield { rows: sample, areAll: true };
}

/** One text for some rows each: Node.js keeps the text of a whole page until it collects all garbage. */
function* textsOf(rows: Page, rowText: (row: IDataObject) => string): Generator<string> {
	for (let i = 0; i < rows.length; i += ROWS_PER_TEXT) {
		const some = rows.slice(i, i + ROWS_PER_TEXT);
		yield some.map((row) => rowText(row)).join('');
	}
}
