import { UserError } from 'n8n-workflow';

/** What follows the label of a field for text that got an object. */
export const NO_TEXT = 'must be text, but an object was given';

/**
 * A value of an expression as text: nothing as '', a list as `a,b`, dates as they write themselves.
 *
 * @returns undefined for an object, or a list with one in it, which would be '[object Object]'
 */
export function textOf(value: unknown): string | undefined {
	if (value === undefined || value === null) return '';
	if (Array.isArray(value)) {
		const entries = value.map(textOf);
		return entries.includes(undefined) ? undefined : entries.join(',');
	}
	try {
		const text = String(value);
		return typeof value === 'object' && text.startsWith('[object ') ? undefined : text;
	} catch {
		return undefined;
	}
}

/**
 * The same.
 *
 * @throws UserError naming the field for an object
 */
export function plainText(value: unknown, label: string): string {
	const text = textOf(value);
	if (text !== undefined) return text;
	throw new UserError(`'${label}' ${NO_TEXT}`);
}
