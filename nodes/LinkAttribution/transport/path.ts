import { UserError } from 'n8n-workflow';

/**
 * Template tag for paths that encodes each value as one segment, e.g. path`/links/${linkId}`.
 *
 * @throws UserError for a value that would lead to another path
 */
export function path(texts: TemplateStringsArray, ...values: string[]): string {
	return texts.reduce((built, text, index) => built + segment(values[index - 1]) + text);
}

function segment(value: string): string {
	if (value === '' || value === '.' || value === '..') {
		throw new UserError(
			`'${value}' is not a valid ID. Choose an entry from the list or enter its ID.`,
		);
	}
	return encodeURIComponent(value);
}
