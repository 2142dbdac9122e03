import { UserError, type IDataObject, type INodeProperties } from 'n8n-workflow';

const FIELDS_TO_CLEAR: INodeProperties = {
	displayName: 'Fields to Clear',
	name: 'fieldsToClear',
	type: 'multiOptions',
	options: [],
	default: [],
	description: 'Fields to make empty. Other fields without a value stay as they are.',
};

/**
 * The parameter in which a person chooses what to make empty, which a blank field does not: that means 'not set'.
 *
 * @param fields that can be set to `null`
 */
export function clearParameter(fields: INodeProperties[]): INodeProperties {
	const options = fields.map(({ displayName, name }) => ({ name: displayName, value: name }));
	return { ...FIELDS_TO_CLEAR, options };
}

/**
 * `null` for each field to clear.
 *
 * @param set fields that get a value
 * @throws UserError for a field that is set as well
 */
export function clearedFields(
	fieldsToClear: string[] = [],
	set: IDataObject,
	fields: INodeProperties[],
): IDataObject {
	for (const { name, displayName } of fields) {
		if (name in set && fieldsToClear.includes(name)) {
			throw new UserError(
				`'${displayName}' is both set and listed in 'Fields to Clear'. Remove one of them.`,
			);
		}
	}
	return Object.fromEntries(fieldsToClear.map((name) => [name, null]));
}

/**
 * The body of an update, which must change something.
 *
 * @throws UserError if it is empty
 */
export function someChange(body: IDataObject): IDataObject {
	if (Object.keys(body).length > 0) return body;
	throw new UserError("'Update Fields' is empty. Add at least one field to change.");
}
