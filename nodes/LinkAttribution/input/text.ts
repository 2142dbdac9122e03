import { UserError } from 'n8n-workflow';

/**
 * Text from a form or an expression: empty for nothing, `a,b` for a list, ISO 8601 for a date.
 *
 * @returns undefined for what has no text, such as an object, an invalid date, or NaN, and for a list with one in it
 */
export function textOf(value: unknown): string | undefined {
	if (value === undefined || value === null) return '';
	if (isNoNumber(value)) return undefined;
	if (Array.isArray(value)) {
		const entries = value.map(textOf);
		return entries.includes(undefined) ? undefined : entries.join(',');
	}
	try {
		const text = value instanceof Date ? value.toISOString() : String(value);
		return typeof value === 'object' && /^(\[object|Invalid) /.test(text) ? undefined : text;
	} catch {
		return undefined;
	}
}

/** Whether it is the result of a calculation that failed. */
function isNoNumber(value: unknown): boolean {
	return typeof value === 'number' && !Number.isFinite(value);
}

/** NUL, and half of a character such as an emoji: databases do not keep them. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** @throws UserError naming the field if it holds something without text, or with what is not valid in text */
export function plainText(value: unknown, label: string): string {
	const text = textOf(value);
	const [character] = UNSTORABLE.exec(text ?? '') ?? [];
	if (character !== undefined) {
		const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
		throw new UserError(`'${label}' contains U+${code}, which is not valid in text`, {
			description: 'The text may have been cut within a character, or read in the wrong encoding.',
		});
	}
	if (text !== undefined) return text;
	const problem = [value].flat(Infinity).find(isNoNumber) ?? 'an object';
	throw new UserError(`'${label}' must be text, not ${String(problem)}`);
}

/** Whether a field holds nothing, or only white space. */
export function isBlank(value: unknown): boolean {
	return (
		value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
	);
}

/** A number of things, e.g. `1 link` or `2 links`. */
export function counted(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** The first characters of a text, not half of an emoji at the end: services of models refuse such text. */
export function beginningOf(text: string, max: number): string {
	return text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
}

const MAX_QUOTED = 100;

/** A value in a message, in quotation marks, and cut if it is long. */
export function quoted(text: string): string {
	return `'${text.length > MAX_QUOTED ? `${beginningOf(text, MAX_QUOTED)}…` : text}'`;
}

/** A regular expression such as `/\/+$/` takes time that grows with the square of the number of slashes. */
export function withoutOuterSlashes(text: string): string {
	let begin = 0;
	let end = text.length;
	while (text[begin] === '/') begin++;
	while (end > begin && text[end - 1] === '/') end--;
	return text.slice(begin, end);
}

/**
 * Whether a path, or text that becomes a part of one, has a segment `.` or `..`, also where a server or a proxy decodes it
 * several times, as `%252e`.
 */
export function hasDotSegment(path: string): boolean {
	const decoded = path.replace(/%(?:25)*2e/gi, '.').replace(/%(?:25)*(?:2f|5c)/gi, '/');
	return decoded.split(/[/\\]/).some((segment) => segment === '.' || segment === '..');
}
