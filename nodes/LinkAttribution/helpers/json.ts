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
