import { UserError } from 'n8n-workflow';
import { z } from 'zod/v4';
import { wordsOf } from '../input/labels';
import { textOf } from '../input/text';

const NO_TEXT = 'must be text, not an object';

/**
 * Checks rules across fields before anything is sent. The messages of the schema follow the label, e.g. 'takes at most
 * 500 characters'.
 *
 * @param labels of fields whose parameter is not named like the field
 * @throws UserError naming the label of the first field that breaks a rule
 */
export function check<Output>(
	schema: z.ZodType<Output>,
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

/** Text; numbers and dates from expressions count as text, nothing is '' and an object is none. */
export const text = z.unknown().transform((value, context) => {
	const written = textOf(value);
	if (written !== undefined) return written;
	context.addIssue({ code: 'custom', message: NO_TEXT, fatal: true });
	return z.NEVER;
});

/** The same without spaces around it. */
export const trimmedText = text.pipe(z.string().trim());

/** The fields of a collection that are all for text. */
export const texts = z.record(z.string(), text);

/** Text of a limited length. */
export function shortText(most: number) {
	return text.pipe(z.string().trim().max(most, `takes at most ${most} characters`));
}

/** The same, for what must be filled in. */
export function filledText(most: number) {
	return shortText(most).pipe(z.string().min(1, 'is empty'));
}
