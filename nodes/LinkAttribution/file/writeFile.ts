import { Hash } from 'node:crypto';
import { DateTime } from 'luxon';
import { UserError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import { FileItem } from './fileItem';
import type { Values } from '../input/fields';
import { toList } from '../input/lists';
import { ApiError } from '../transport/apiError';
import { MEGABYTE } from '../transport/jsonList';
import { cancelSignalOf } from '../transport/n8nQuirks';
import { hint } from '../input/hints';
import type { Page } from '../pagination/pages';
import { cancelledError } from '../transport/send';
import { asError, at } from '../input/unknown';
import { valueAt } from './columns';
import { CsvWriter } from './csv';
import { formats } from './formats';
import { DEFAULT_MAX_FILE_MB } from './parameters';

interface Rows {
	/** For the name of the file, e.g. `clicks`. */
	name: string;
	/** Whether they all have the same fields. */
	areUniform: boolean;
	/** Identifies the first and last row in the summary. Default: the ID, or the time of a series. */
	markOf?: (row: IDataObject) => unknown;
}

/** Characters, of a field and the objects that it is in. */
const MAX_COLUMN_NAME = 1000;

/**
 * The columns that the person chose.
 *
 * @throws UserError if the name of one is too long
 */
export function chosenColumns({ fileOptions }: Values): string[] {
	const columns = [...new Set(toList(fileOptions.columns, 'Columns'))];
	if (columns.some(({ length }) => length > MAX_COLUMN_NAME)) {
		throw new UserError(
			`Entries of 'Columns' must not be longer than ${MAX_COLUMN_NAME.toLocaleString('en-US')} characters`,
		);
	}
	return columns;
}

/** The rows read so far. */
interface Progress {
	rows: number;
	/** Marks of the first and the last row. */
	first: unknown;
	last: unknown;
	/** The error that ended them. */
	failure?: Error;
}

/**
 * Writes rows into n8n's binary data as they arrive, so that only a few pages are in memory.
 *
 * @param form with the parameters `returnAs`
 * @throws the error that ended the rows, with the number of rows read before it
 */
export async function writeFile(
	context: IExecuteFunctions,
	pages: AsyncIterable<Page>,
	form: Values,
	{ name, areUniform, markOf = ({ id, start }) => id ?? start }: Rows,
): Promise<FileItem> {
	const begin = performance.now();
	const { fileName, compress, byteOrderMark, escapeFormulas } = form.fileOptions;
	const maxSize = Number(form.fileOptions.maxFileSize ?? DEFAULT_MAX_FILE_MB);
	const format = formats[String(form.fileFormat)];
	const today = DateTime.now().setZone(context.getTimezone()).toISODate();
	const file = compressedName(
		String(fileName ?? `${name}-${today}.${format.extension}`),
		compress === true,
	);
	const columns = chosenColumns(form);
	const missing = new Set(columns);
	const others = new Set<string>();
	const progress: Progress = { rows: 0, first: null, last: null };
	const counted = count(pages, progress, markOf, cancelSignalOf(context));
	const chosen = columns.length > 0 ? withColumns(counted, columns, missing) : counted;
	const csv = new CsvWriter(escapeFormulas !== false);
	const text = format.write(chosen, {
		columns,
		areUniform,
		byteOrderMark: byteOrderMark === true,
		csv,
		others,
	});
	let bytes = 0;
	async function* content(): AsyncGenerator<Uint8Array> {
		for await (const chunk of compress === true ? gzipped(encoded(text)) : encoded(text)) {
			bytes += chunk.length;
			if (bytes > maxSize * MEGABYTE) throw (progress.failure = tooLarge(maxSize));
			yield chunk;
		}
	}
	const mimeType = compress === true ? 'application/gzip' : format.mimeType;
	try {
		const data = await context.helpers.prepareBinaryData(readableFrom(content()), file, mimeType);
		const { rows, first, last } = progress;
		if (rows > 0) hintAtColumns(context, [...missing], [...others]);
		hintAtFormulas(context, csv.escaped);
		const durationMs = Math.round(performance.now() - begin);
		const json = { fileName: file, rows, bytes, first, last, durationMs } as IDataObject;
		return new FileItem(json, { [String(form.binaryPropertyName)]: data });
	} catch (thrown) {
		throw withRows(progress.failure ?? asError(thrown), progress.rows);
	}
}

function tooLarge(maxSize: number): UserError {
	return new UserError(`The file is larger than ${maxSize.toLocaleString('en-US')} MB`, {
		description:
			"Increase 'Max File Size (MB)' in File Options, narrow the filters, or choose fewer 'Columns'.",
	});
}

async function* count(
	pages: AsyncIterable<Page>,
	progress: Progress,
	markOf: (row: IDataObject) => unknown,
	cancel: AbortSignal | undefined,
): AsyncGenerator<Page> {
	try {
		for await (const page of pages) {
			if (cancel?.aborted) throw cancelledError();
			if (page.length === 0) continue;
			progress.first ??= markOf(page[0]) ?? null;
			progress.last = markOf(page[page.length - 1]) ?? null;
			progress.rows += page.length;
			yield page;
		}
	} catch (thrown) {
		progress.failure = asError(thrown);
		throw progress.failure;
	}
}

/** @param missing columns that no row has so far; updated while reading */
async function* withColumns(
	pages: AsyncIterable<Page>,
	columns: string[],
	missing: Set<string>,
): AsyncGenerator<Page> {
	const only = (row: IDataObject) => {
		const values = columns.map((column) => [column, valueAt(row, column)] as const);
		for (const [column, value] of values) if (value !== undefined) missing.delete(column);
		return Object.fromEntries(values.map(([column, value]) => [column, value ?? null]));
	};
	for await (const page of pages) yield page.map((row) => only(row) as IDataObject);
}

async function* encoded(text: AsyncIterable<string>): AsyncGenerator<Buffer> {
	for await (const part of text) if (part !== '') yield Buffer.from(part);
}

/** With the ending that says that a file is compressed. */
function compressedName(file: string, isCompressed: boolean): string {
	return !isCompressed || /\.gz$/i.test(file) ? file : `${file}.gz`;
}

/** n8n's rules for community nodes allow no import of node:zlib. */
async function* gzipped(chunks: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
	yield* ReadableStream.from(chunks).pipeThrough(new CompressionStream('gzip'));
}

/** Adds to an error how many rows were read. */
function withRows(error: Error, rows: number): Error {
	const note = `${rows.toLocaleString('en-US')} rows were read before that. There is no file.`;
	const withNote = (advice: unknown) => [advice, note].filter(Boolean).join(' ');
	if (!(error instanceof ApiError)) {
		const description = withNote(at(error, 'description'));
		return new UserError(error.message, { description, cause: error });
	}
	error.note = withNote(error.note);
	return error;
}

function hintAtColumns(context: IExecuteFunctions, missing: string[], others: string[]): void {
	const namesOf = (names: string[]) => names.slice(0, 10).join(', ');
	if (missing.length > 0) {
		hint(context, `No row has these fields of 'Columns': ${namesOf(missing)}`);
	}
	if (others.length > 0) {
		hint(
			context,
			`Some fields have no column, as the first rows lack them or have 1,000 others. They are in the column otherFields as JSON: ${namesOf(others)}`,
		);
	}
}

function hintAtFormulas(context: IExecuteFunctions, count: number): void {
	if (count === 0) return;
	const cells = count === 1 ? '1 cell has' : `${count.toLocaleString('en-US')} cells have`;
	hint(
		context,
		`${cells} an apostrophe before what a spreadsheet program would calculate, such as '=1+1. To keep such texts as they are, turn off 'Escape Formulas' in File Options.`,
	);
}

/**
 * A stream for n8n's binary data, which ends with the error of what it reads. n8n's rules for community nodes allow no
 * import of node:stream, but one of node:crypto, whose streams inherit `from`.
 */
function readableFrom(chunks: AsyncIterable<Uint8Array>) {
	return Hash.from(chunks);
}
