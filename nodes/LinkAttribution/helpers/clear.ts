import {
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';
import { toList } from './lists';

/**
 * The parameter in which a person chooses what to make empty, which a blank field does not: that means 'not set'.
 *
 * @param fields the service takes `null` for
 */
export function clearParameter(fields: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Fields to Clear',
		name: 'fieldsToClear',
		type: 'multiOptions',
		options: fields.map(({ displayName, name }) => ({ name: displayName, value: name })),
		default: [],
		description: 'What to make empty. A field that is left out or blank stays as it is.',
	};
}

/**
 * The fields to clear, each with `null`.
 *
 * @param set fields that get a value
 * @throws UserError naming a field that is in both, or that cannot be cleared
 */
export function clearedFields(
	this: IExecuteFunctions,
	itemIndex: number,
	fields: INodeProperties[],
	set: IDataObject,
): IDataObject {
	const names = toList(this.getNodeParameter('fieldsToClear', itemIndex, []), 'Fields to Clear');
	return Object.fromEntries(
		names.map((name) => {
			const field = fields.find((candidate) => candidate.name === name);
			if (!field) {
				const known = fields.map((candidate) => candidate.name).join(', ');
				throw new UserError(`'Fields to Clear' takes ${known}, but '${name}' was given.`);
			}
			if (name in set) {
				throw new UserError(
					`'${field.displayName}' is given and in 'Fields to Clear'. Leave one of them out.`,
				);
			}
			return [name, null];
		}),
	);
}
