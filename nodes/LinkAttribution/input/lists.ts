import { UserError, type IDataObject, type INodeProperties } from 'n8n-workflow';
import { readLocator } from './locators';
import { plainText } from './text';
import type { Field, Rule } from './types';

/**
 * The entries of a field for several values: `a, b`, `["a","b"]`, an array from an expression, or one value.
 *
 * @throws UserError naming the field if it holds an object
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
 * @throws UserError naming the field if there is no entry, or more than `max`
 */
export function toBoundedList(value: unknown, label: string, max: number): string[] {
	const entries = [...new Set(toList(value, label))];
	if (entries.length === 0) throw new UserError(`'${label}' is empty. Enter a value.`);
	if (entries.length > max) {
		throw new UserError(`'${label}' can have at most ${max} entries, not ${entries.length}`);
	}
	return entries;
}

/** Several values in one text field, each once. */
export const list: Rule = (raw, { label }) => [...new Set(toList(raw, label))];

/**
 * A filter for several values as the service takes it: `a,b`, or `-a,b` for all others.
 *
 * @param toEntry checks one value, and returns it as the service writes it
 */
export function filterList(toEntry: Rule = knownOption): Rule {
	return (raw, field) => {
		const { label } = field;
		const [first = '', ...others] = toList(readLocator(raw, label).text, label);
		const minus = first.startsWith('-') ? '-' : '';
		const entries = toList([first.slice(minus.length), ...others], label).map((entry) =>
			toEntry(entry, field),
		);
		return entries.length === 0 ? undefined : minus + entries.join(',');
	};
}

/** @throws UserError for an entry that is not among the options of the field, if it has any */
function knownOption(entry: unknown, { label, property }: Field): unknown {
	const values = (property.options ?? []).map((option) => 'value' in option && option.value);
	if (values.length === 0 || values.includes(entry as string)) return entry;
	throw new UserError(`'${label}' must be one of: ${values.join(', ')}`);
}

/**
 * One query for the collections 'Filters' and 'Exclude', read with `filterList`.
 *
 * @param excludable parameters of 'Exclude'
 * @throws UserError for a field that is in both
 */
export function withExclusions(
	filters: IDataObject,
	exclude: IDataObject,
	excludable: INodeProperties[],
): IDataObject {
	const query = { ...filters };
	for (const { name, displayName } of excludable) {
		if (exclude[name] === undefined) continue;
		if (name in filters) {
			throw new UserError(
				`'${displayName}' is in both 'Filters' and 'Exclude'. Remove one of them.`,
			);
		}
		query[name] = `-${String(exclude[name]).replace(/^-/, '')}`;
	}
	return query;
}
