import type { z } from 'zod/v4';
import { ApiError } from './errors.ts';
import type { Quirks } from './quirks.ts';

/** Parses a query string or form. The last value of a repeated key counts, as in the real service. */
export function lastValueWins(text: string): Record<string, string> {
	return Object.fromEntries(new URLSearchParams(text));
}

/**
 * Validates the parameters or body of a request. Schemas drop unknown keys, as the service does.
 *
 * @throws ApiError with the first issue only, as `<kind>: <path>: <text>`: 400 `bad_request` for missing fields and
 * wrong types, 422 `unprocessable_entity` for values outside the range, enum, or format (or always 422; see
 * `malformedStatus`)
 */
export function validate<Schema extends z.ZodType>(
	schema: Schema,
	input: unknown,
	quirks: Quirks,
): z.output<Schema> {
	const result = schema.safeParse(input, { reportInput: true });
	if (result.success) {
		requireStorableText(result.data);
		return result.data;
	}
	const [issue] = result.error.issues;
	const message = `${issue.code}: ${pathText(issue.path)}: ${issue.message}`;
	if (isMalformed(issue) && quirks.malformedStatus === 400) {
		throw new ApiError('bad_request', message);
	}
	throw new ApiError('unprocessable_entity', message);
}

/** Whether a value is missing or has the wrong type. */
function isMalformed(issue: z.core.$ZodIssue): boolean {
	if (issue.code === 'custom') return false;
	if (issue.code === 'invalid_type' || issue.input === undefined) return true;
	if (issue.code === 'invalid_value') {
		return !issue.values.some((value) => typeof value === typeof issue.input);
	}
	if (issue.code !== 'invalid_union') return false;
	return issue.errors.every(([first]) => first.path.length === 0 && isMalformed(first));
}

const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** JSON allows NUL characters and lone surrogates, but databases do not preserve them. */
function requireStorableText(value: unknown): void {
	if (typeof value === 'string') {
		if (!UNSTORABLE.test(value)) return;
		throw new ApiError('unprocessable_entity', 'custom: : Text contains invalid characters.');
	}
	if (typeof value !== 'object' || value === null) return;
	for (const [key, entry] of Object.entries(value)) {
		requireStorableText(key);
		requireStorableText(entry);
	}
}

/** `partner.linkProps.testVariants[0].percentage` */
function pathText(path: PropertyKey[]): string {
	return path.reduce<string>((text, part) => {
		if (typeof part === 'number') return `${text}[${part}]`;
		return text === '' ? String(part) : `${text}.${String(part)}`;
	}, '');
}
