import type { IDataObject } from 'n8n-workflow';
import { jsonLine } from '../transport/jsonList';
import type { Page } from '../pagination/pages';
import { pauses } from '../input/pauses';
import { AllColumns } from './columns';
import type { CsvWriter } from './csv';

/** Characters. n8n waits for each text to be written, so a text has many rows. */
const TEXT_LENGTH = 64 * 1024;

interface Layout {
	/** The fields that all rows have, in their order; empty if they are not known before the rows. */
	columns: string[];
	/** Whether all rows have the same fields. */
	areUniform: boolean;
	/** Whether a CSV file begins with a byte order mark. */
	byteOrderMark: boolean;
	csv: CsvWriter;
	/** Takes the names of fields that have no column. */
	others: Set<string>;
}

interface Format {
	extension: string;
	mimeType: string;
	/** Writes rows page by page, with a page or the sample for `AllColumns` in memory at most. */
	write(pages: AsyncIterable<Page>, layout: Layout): AsyncGenerator<string>;
}

export const formats: Record<string, Format> = {
	csv: { extension: 'csv', mimeType: 'text/csv', write: writeCsv },
	json: { extension: 'json', mimeType: 'application/json', write: writeJson },
	jsonLines: { extension: 'jsonl', mimeType: 'application/x-ndjson', write: writeJsonLines },
};

async function* writeJsonLines(pages: AsyncIterable<Page>): AsyncGenerator<string> {
	for await (const page of pages) yield* textsOf(page, (row) => `${jsonLine(row)}\n`);
}

async function* writeJson(pages: AsyncIterable<Page>): AsyncGenerator<string> {
	let opening = '[\n';
	const next = (row: IDataObject) => {
		const text = opening + jsonLine(row);
		opening = ',\n';
		return text;
	};
	for await (const page of pages) yield* textsOf(page, next);
	yield opening === '[\n' ? '[]\n' : '\n]\n';
}

async function* writeCsv(
	pages: AsyncIterable<Page>,
	{ columns, areUniform, byteOrderMark, csv, others }: Layout,
): AsyncGenerator<string> {
	if (byteOrderMark) yield '\uFEFF';
	if (columns.length > 0) yield csv.line(columns);
	if (columns.length > 0 || areUniform) {
		let header = columns;
		for await (const page of pages) {
			if (header.length === 0 && page.length > 0) yield csv.line((header = Object.keys(page[0])));
			yield* textsOf(page, (row) => csv.line(header.map((name) => row[name])));
		}
		return;
	}
	const all = new AllColumns(others);
	let isFirst = true;
	for await (const rows of afterSample(pages, all)) {
		if (isFirst) yield csv.line(all.header);
		isFirst = false;
		yield* textsOf(rows, (row) => csv.line(all.valuesOf(row)));
	}
}

/** Passes rows on, the first ones together as soon as the columns are known. */
async function* afterSample(pages: AsyncIterable<Page>, all: AllColumns): AsyncGenerator<Page> {
	const pause = pauses();
	let sample: Page = [];
	for await (const page of pages) {
		if (all.areKnown) {
			yield page;
			continue;
		}
		for (const row of page) {
			sample.push(row);
			all.learn(row);
			await pause();
		}
		if (!all.areKnown) continue;
		yield sample;
		sample = [];
	}
	if (sample.length > 0) {
		all.end();
		yield sample;
	}
}

/** One text for many rows each: Node.js keeps the text of a whole page until it collects all garbage. */
async function* textsOf(rows: Page, rowText: (row: IDataObject) => string): AsyncGenerator<string> {
	const pause = pauses();
	let texts: string[] = [];
	let length = 0;
	for (const row of rows) {
		const text = rowText(row);
		texts.push(text);
		length += text.length;
		if (length < TEXT_LENGTH) continue;
		yield texts.join('');
		texts = [];
		length = 0;
		await pause();
	}
	if (length > 0) yield texts.join('');
}
