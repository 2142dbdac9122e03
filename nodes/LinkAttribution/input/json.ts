import { UserError, type IDataObject } from 'n8n-workflow';
import { isBlank, plainText } from './text';

/** @returns undefined for text that is not JSON */
export function parseJson(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value);
	} catch {
		return undefined;
	}
}

/**
 * The object of a JSON field, as such or as text.
 *
 * @throws UserError naming the field if it is something else
 */
export function toObject(value: unknown, label: string): IDataObject {
	const parsed = parseJson(value);
	// Not a Date or a Map, which have no fields.
	if (isObject(parsed) && Object.prototype.toString.call(parsed) === '[object Object]') {
		return withValidTexts(parsed, label);
	}
	throw new UserError(`'${label}' must be a JSON object, e.g. { "key": "value" }`);
}

/**
 * The array of a JSON field, as such or as text; undefined for a blank field.
 *
 * @throws UserError naming the field if it is something else
 */
export function toArray(value: unknown, label: string): unknown[] | undefined {
	if (isBlank(value)) return undefined;
	const parsed = parseJson(value);
	if (Array.isArray(parsed)) return withValidTexts(parsed as unknown[], label);
	throw new UserError(`'${label}' must be a JSON array, e.g. [{ "key": "value" }]`);
}

/** @throws UserError naming the field if it has a text that is not valid, as in `plainText` */
function withValidTexts<Value>(value: Value, label: string): Value {
	JSON.stringify(value, (_key, each: unknown) =>
		typeof each === 'string' ? plainText(each, label) : each,
	);
	return value;
}

/**
 * The objects of a JSON field: an array or one object, as such or as text.
 *
 * @throws UserError naming the field if it is something else, or empty
 */
export function toObjects(value: unknown, label: string): IDataObject[] {
	const parsed = parseJson(value);
	if (parsed === undefined) {
		throw new UserError(`'${label}' is not valid JSON. Enter an array of objects, e.g. [{ ... }].`);
	}
	const entries: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
	if (entries.length === 0) throw new UserError(`'${label}' is empty. Enter at least one object.`);
	const wrong = entries.findIndex((entry) => !isObject(entry));
	if (wrong !== -1) {
		throw new UserError(
			`'${label}' must be an array of objects. Entry ${wrong + 1} is not an object.`,
		);
	}
	return withValidTexts(entries as IDataObject[], label);
}

/**
 * Refuses names that the service would drop without an error.
 *
 * @throws UserError naming the field
 */
export function requireNames(names: string[], known: string[], label: string): void {
	const unknown = names.find((name) => !known.includes(name));
	if (unknown === undefined) return;
	throw new UserError(
		`'${label}' has the unknown field '${unknown}'. Allowed are: ${known.join(', ')}.`,
	);
}

export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of a list in a response; none if it is something else. */
export function objectsIn(value: unknown): IDataObject[] {
	return Array.isArray(value) ? value.filter(isObject) : [];
}

/**
 * What was filled in in form fields, or in the JSON field beside them; undefined if neither was.
 *
 * @param label of the form fields; that of the JSON field ends with ' (JSON)'
 * @throws UserError if both were filled in
 */
export function formOrJson<Value extends object>(
	label: string,
	form: Value | undefined,
	json: Value | undefined,
): Value | undefined {
	const filled = [form, json].filter((value) => value && Object.keys(value).length > 0);
	if (filled.length > 1) {
		throw new UserError(`'${label}' and '${label} (JSON)' are both filled in. Use one of them.`);
	}
	return filled[0];
}
