import { UserError, type IDataObject } from 'n8n-workflow';

/**
 * The service drops what it does not know without a word.
 *
 * @throws UserError when a JSON field has something that it does not take
 */
export function requireKnownNames(object: IDataObject, known: string[], label: string): void {
	const unknown = Object.keys(object).find((name) => !known.includes(name));
	if (unknown === undefined) return;
	throw new UserError(`'${label}' takes ${known.join(', ')}, but '${unknown}' was given.`);
}
