import { UserError } from 'n8n-workflow';

/** What a person can put into a field for several values: `a, b`, `["a","b"]`, an array from an expression, one value. */
export function toList(value: unknown): string[] {
	if (value === undefined || value === null) return [];
	const entries = Array.isArray(value) ? value : splitText(String(value));
	return entries.map((entry) => String(entry).trim()).filter((entry) => entry !== '');
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
	const entries = [...new Set(toList(value))];
	if (entries.length === 0) throw new UserError(`'${label}' is empty. Give at least one.`);
	if (entries.length > most) {
		throw new UserError(`'${label}' takes at most ${most}, but ${entries.length} were given.`);
	}
	return entries;
}
