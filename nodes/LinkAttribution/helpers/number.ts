import { z } from 'zod/v4';

/** A number also from the text that an expression or an AI agent gives; nothing and blank text are none. */
export function numeric<Schema extends z.ZodType>(schema: Schema) {
	return z.preprocess(
		(value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value),
		schema,
	);
}

/** A whole number, also as the text that an expression or an AI agent gives; nothing and blank text are none. */
export function wholeNumber(least: number, most?: number) {
	const range = most === undefined ? `of at least ${least}` : `from ${least} to ${most}`;
	const message = `must be a whole number ${range}`;
	return numeric(
		z
			.number({ message })
			.int(message)
			.min(least, message)
			.max(most ?? Number.MAX_SAFE_INTEGER, message),
	);
}
