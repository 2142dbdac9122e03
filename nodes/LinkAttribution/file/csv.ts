/** What makes a spreadsheet program take a cell for a formula (OWASP, CSV injection), also in its full-width forms. */
const SIGNS = /[=+\-@＝＋－＠]/g;

/** Characters that begin a cell if the program splits a file at them, as LibreOffice does at semicolons and tabs. */
const SEPARATORS = ';|\t\r\n\v\f\u0085\u2028\u2029';

/** Characters that a program may drop at the beginning of a cell. */
const DROPPED = /[\s\p{Cc}\p{Cf}"]/u;

/** Most texts begin with a letter or a digit, and have no separator. */
const SUSPICIOUS = /^[^\p{L}\p{N}]|[;|\p{Cc}\u2028\u2029]/u;

/**
 * A line of a CSV file (RFC 4180), with its line break. Objects and lists become JSON. A missing value is empty, an empty
 * text is quoted.
 *
 * @param escapesFormulas whether to put an apostrophe before what a spreadsheet program would run; numbers stay
 */
export function csvLine(values: unknown[], escapesFormulas: boolean): string {
	const line = values.map((value) => csvCell(value, escapesFormulas)).join(',');
	// Parsers skip an empty line.
	return `${line === '' ? '""' : line}\r\n`;
}

function csvCell(value: unknown, escapesFormulas: boolean): string {
	if (value === undefined || value === null) return '';
	if (typeof value !== 'object' && typeof value !== 'string') {
		return String(value as number | boolean);
	}
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	return quoted(escapesFormulas && SUSPICIOUS.test(text) ? withoutFormulas(text) : text);
}

/** Quoting alone does not suffice: a program that splits at semicolons finds the quotation mark inside of a cell. */
function withoutFormulas(text: string): string {
	const escaped = text.replace(SIGNS, (sign, index: number) =>
		beginsCell(text, index) ? `'${sign}` : sign,
	);
	return /^[\t\r\n]/.test(escaped) ? `'${escaped}` : escaped;
}

function beginsCell(text: string, index: number): boolean {
	for (let i = index - 1; i >= 0; i--) {
		if (SEPARATORS.includes(text[i])) return true;
		if (!DROPPED.test(text[i])) return false;
	}
	return true;
}

function quoted(text: string): string {
	return text === '' || /[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
