import { UserError, type IDataObject } from 'n8n-workflow';

/**
 * The object of a JSON field, as such or as text; undefined when the field is left out or blank.
 *
 * @throws UserError naming the field when it is something else
 */
export function toObject(value: unknown, label: string): IDataObject | undefined {
	if (isBlank(value)) return undefined;
	const parsed = parseJson(value);
	if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
		return parsed as IDataObject;
	}
	throw new UserError(`'${label}' must be a JSON object, e.g. { "key": "value" }.`);
}

/**
 * The array of a JSON field, as such or as text; undefined when the field is left out or blank.
 *
 * @throws UserError naming the field when it is something else
 */
export function toArray(value: unknown, label: string): unknown[] | undefined {
	if (isBlank(value)) return undefined;
	const parsed = parseJson(value);
	if (Array.isArray(parsed)) return parsed as unknown[];
	throw new UserError(`'${label}' must be a JSON array, e.g. [{ "key": "value" }].`);
}

function isBlank(value: unknown): boolean {
	return (
		value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
	);
}

/** @returns undefined for what is no JSON */
export function parseJson(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value);
	} catch {
		return undefined;
	}
}

/**
 * What was filled in in form fields, or in the JSON field beside them; undefined when neither was.
 *
 * @param label of the form fields; that of the JSON field has ' (JSON)' after it
 * @param parse `toObject` or `toArray`
 * @throws UserError when both were filled in, or the JSON is something else
 */
export function formOrJson<Value extends object>(
	label: string,
	form: Value | undefined,
	json: unknown,
	parse: (value: unknown, label: string) => object | undefined,
): Value | undefined {
	const given = [form, parse(json, `${label} (JSON)`) as Value | undefined].filter(
		(value) => value !== undefined && Object.keys(value).length > 0,
	);
	if (given.length > 1) {
		throw new UserError(`'${label}' and '${label} (JSON)' are both given. Use one of them.`);
	}
	return given[0];
}
