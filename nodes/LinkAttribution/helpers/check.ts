import { UserError } from 'n8n-workflow';
import { z } from 'zod';
import { wordsOf } from './labels';

/**
 * Checks rules across fields before anything is sent. The messages of the schema follow the label, e.g. 'takes at most
 * 500 characters'.
 *
 * @param labels of fields whose parameter is not named like the field
 * @throws UserError naming the label of the first field that breaks a rule
 */
export function check<Output>(
	schema: z.ZodType<Output, z.ZodTypeDef, unknown>,
	value: unknown,
	labels: Record<string, string> = {},
): Output {
	const result = schema.safeParse(value);
	if (result.success) return result.data;
	const [issue] = result.error.issues;
	const name = issue.path.filter((part) => typeof part === 'string').at(-1) ?? '';
	throw new UserError(`'${labels[name] ?? wordsOf(name)}' ${issue.message}`);
}

/** A boolean, also as the text that an expression or an AI agent gives. */
export const flag = z.preprocess(
	(value) => (value === 'true' ? true : value === 'false' ? false : value),
	z.boolean({ message: 'must be true or false' }),
);

/** The direction in which a list is sorted. */
export const sortOrder = z.enum(['asc', 'desc'], { message: 'must be asc or desc' });

/** Text of a limited length; numbers from expressions count as text. */
export function shortText(most: number) {
	return z.coerce.string().trim().max(most, `takes at most ${most} characters`);
}

/** The same, for what must be filled in. */
export function filledText(most: number) {
	return z.preprocess((value) => value ?? '', shortText(most).pipe(z.string().min(1, 'is empty')));
}
