import { hasDotSegment } from '../input/text';

/**
 * Template tag for paths that encodes each value as one segment, e.g. path`/links/${linkId}`.
 *
 * @throws Error for a value that would lead to another path; `requireId` names the field that it was entered in
 */
export function path(texts: TemplateStringsArray, ...values: string[]): string {
	return texts.reduce((built, text, index) => built + segment(values[index - 1]) + text);
}

function segment(value: string): string {
	if (value === '' || hasDotSegment(value)) {
		throw new Error(`'${value}' cannot be part of a path`);
	}
	return encodeURIComponent(value.toWellFormed());
}
