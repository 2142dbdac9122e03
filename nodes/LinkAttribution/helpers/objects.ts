import { UserError, type IDataObject } from 'n8n-workflow';
import { parseJson } from './json';

/**
 * The objects of a JSON field: an array or one object, as such or as text.
 *
 * @throws UserError naming the field when it is something else, or empty
 */
export function toObjects(value: unknown, label: string): IDataObject[] {
	const parsed = parseJson(value);
	if (parsed === undefined) {
		throw new UserError(`'${label}' is not valid JSON. Give an array of objects, e.g. [{ ... }].`);
	}
	const entries: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
	if (entries.length === 0) throw new UserError(`'${label}' is empty. Give at least one object.`);
	entries.forEach((entry, index) => {
		if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
			throw new UserError(
				`'${label}' must be an array of objects, and entry ${index + 1} is none.`,
			);
		}
	});
	return entries as IDataObject[];
}
