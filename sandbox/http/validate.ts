import type { z } from 'zod/v4';
import { ApiError } from './errors.ts';
import type { Quirks } from '../quirks.ts';

/**
 * Checks what came with a request. Unknown keys are dropped by the schemas, as the service does.
 *
 * @throws ApiError with the first issue only, as `<kind>: <path>: <text>`: 400 `bad_request` for missing fields and
 * wrong types, 422 `unprocessable_entity` for values out of range, enum or format (or always 422, see `malformedStatus`)
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
	const malformed = issue.code === 'invalid_type' || issue.input === undefined;
	if (malformed && issue.code !== 'custom' && quirks.malformedStatus === 400) {
		throw new ApiError('bad_request', message);
	}
	throw new ApiError('unprocessable_entity', message);
}

const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** NUL characters and lone surrogates are legal in JSON, but no database keeps them as they are. */
function requireStorableText(value: unknown): void {
	if (typeof value === 'string') {
		if (!UNSTORABLE.test(value)) return;
		throw new ApiError(
			'unprocessable_entity',
			'custom: : Text holds characters that are not valid.',
		);
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
