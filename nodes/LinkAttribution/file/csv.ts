/**
 * The parts of a text that a spreadsheet program may take for a cell of their own, as it splits a file at semicolons and
 * tabs, and that begin with the sign of a formula (OWASP, CSV injection). Quoting alone does not suffice: a program that
 * splits at semicolons finds the quotation mark inside of a cell. Programs drop some characters at the beginning, and
 * take full-width signs for the others.
 */
const SIGNED_PARTS =
	/(?:^|[;\t\r\n])(?:(?![;\t\r\n])[\s\p{Cc}\p{Cf}"])*[=+\-@＝＋－＠][^;\t\r\n]*/gu;

/** Where the sign of such a part is. */
const SIGN = /[=+\-@＝＋－＠]/;

/** Most texts begin with a letter or a digit, and have no separator. */
const SUSPICIOUS = /^[^\p{L}\p{N}]|[;\p{Cc}]/u;

/** Writes lines of a CSV file (RFC 4180). */
export class CsvWriter {
	/** Cells that got an apostrophe. */
	escaped = 0;

	readonly #escapesFormulas: boolean;

	/** @param escapesFormulas whether to put an apostrophe before what a spreadsheet program would calculate */
	constructor(escapesFormulas: boolean) {
		this.#escapesFormulas = escapesFormulas;
	}

	/**
	 * Returns a line with its line break. Objects and lists become JSON. A missing value is empty, an empty text is
	 * quoted. Numbers do not change.
	 */
	line(values: unknown[]): string {
		const line = values.map((value) => quoted(this.#cell(value))).join(',');
		// Parsers skip an empty line.
		return `${line === '' ? '""' : line}\r\n`;
	}

	#cell(value: unknown): string | undefined {
		if (value === undefined || value === null) return undefined;
		if (typeof value === 'string') return this.#withoutFormulas(value, `'`);
		if (typeof value !== 'object') return String(value as number | boolean);
		return this.#withoutFormulas(JSON.stringify(value));
	}

	/** @param escape what to put before a sign; by default, a sign in JSON is written as its code */
	#withoutFormulas(text: string, escape?: string): string {
		if (!this.#escapesFormulas || !SUSPICIOUS.test(text)) return text;
		const escaped = text.replace(SIGNED_PARTS, (part) => {
			const at = part.search(SIGN);
			const signed = part.slice(at);
			if (!isFormula(signed)) return part;
			return part.slice(0, at) + (escape === undefined ? codeOf(signed) : escape + signed);
		});
		if (escape !== undefined && escaped !== text) this.escaped++;
		return escaped;
	}
}

/** The first character as JSON can also write it, which means the same. */
function codeOf(text: string): string {
	return `\\u${text.charCodeAt(0).toString(16).padStart(4, '0')}${text.slice(1)}`;
}

/** A call, as in SUM(A1), and a reference to another sheet or program, as in cmd|'/c calc'!A0. */
const CALL = /^[\p{L}\p{N}_.]+ *\(|[\p{L}\p{N}_.]\(|[\p{L}\p{N}_'\])]!['$\p{L}\p{N}_]/u;

const URL_LIKE = /^[a-z][a-z0-9+.]*:\/\//i;

const REFERENCE = /^\$?[a-z]{1,3}\$?\d{1,7}$/i;

const ASCII = /^[ -~]*$/;

const CONTROLS = /[\p{Cc}\p{Cf}]/gu;

/** Two numbers with an operator between them. */
const CALCULATION = /[\d.)%] *[-+*/^&<>=][-+ (]*[\d.]/;

/** Numbers side by side, as in a phone number, which no program calculates. */
const NUMBERS = /[\d)] +[\d(]/;

/** Whether a program calculates a text that begins with a sign; not if it is a word, a URL, or a number. */
function isFormula(signed: string): boolean {
	if (signed.length === 1) return false;
	const text = ASCII.test(signed) ? signed : signed.normalize('NFKC').replace(CONTROLS, '');
	const [signs] = /^[=+\-@\s]*/.exec(text) ?? [''];
	const rest = text.slice(signs.length);
	if (signs.includes('=')) return /[\p{L}\p{N}]/u.test(rest);
	if (URL_LIKE.test(rest)) return false;
	if (CALL.test(rest) || rest.split('"').length % 2 === 0) return true;
	const terms = rest.replace(/"[^"]*"/g, '0');
	const words = terms.match(/[\p{L}_$][\p{L}\p{N}_$.]*/gu);
	if (words) return words.every((word) => REFERENCE.test(word));
	return CALCULATION.test(terms) && !NUMBERS.test(terms);
}

function quoted(text: string | undefined): string {
	if (text === undefined) return '';
	return text === '' || /[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
