import { UserError } from 'n8n-workflow';
import { plainText } from './text';

/**
 * What a person can put into a field for several values: `a, b`, `["a","b"]`, an array from an expression, one value.
 *
 * @throws UserError naming the field when there is an object in it
 */
export function toList(value: unknown, label: string): string[] {
	const entries = Array.isArray(value) ? value : splitText(plainText(value, label));
	return entries.map((entry) => plainText(entry, label).trim()).filter((entry) => entry !== '');
}

function splitText(text: string): unknown[] {
	if (text.trimStart().startsWith('[')) {
		try {
			const parsed: unknown = JSON.parse(text);
			if (Array.isArray(parsed)) return parsed;
		} catch {
			return text.split(',');
		}
	}
	return text.split(',');
}

/**
 * Each entry once, in the order given.
 *
 * @throws UserError naming the field when there are none or more than `most`
 */
export function toBoundedList(value: unknown, label: string, most: number): string[] {
	const entries = [...new Set(toList(value, label))];
	if (entries.length === 0) throw new UserError(`'${label}' is empty. Give at least one.`);
	if (entries.length > most) {
		throw new UserError(`'${label}' takes at most ${most}, but ${entries.length} were given.`);
	}
	return entries;
}
