/** What makes a spreadsheet program run a cell as a formula (OWASP, CSV injection), also in its full-width forms. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * A line of a CSV file (RFC 4180), with its line break. Objects and lists become JSON. A missing value is empty, an empty
 * text is quoted.
 *
 * @param escapesFormulas whether to put an apostrophe before texts that a spreadsheet program would run; numbers stay
 */
export function csvLine(values: unknown[], escapesFormulas: boolean): string {
	const line = values.map((value) => csvCell(value, escapesFormulas)).join(',');
	// Parsers skip an empty line.
	return `${line === '' ? '""' : line}\r\n`;
}

function csvCell(value: unknown, escapesFormulas: boolean): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'object') return quoted(JSON.stringify(value));
	if (typeof value !== 'string') return String(value as number | boolean);
	return quoted(escapesFormulas && FORMULA.test(value) ? `'${value}` : value);
}

function quoted(text: string): string {
	return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
