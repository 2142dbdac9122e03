/** Invalid arguments; the message is one line. */
export class UsageError extends Error {}

/** @throws UsageError */
export function integer(
	option: string,
	text: string | undefined,
	{ min = 0, max }: { min?: number; max: number },
): number | undefined {
	if (text === undefined) return undefined;
	const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
	if (!(value >= min && value <= max)) {
		throw new UsageError(
			`${option} must be a whole number between ${min} and ${max}, not "${text}".`,
		);
	}
	return value;
}

/** @throws UsageError */
export function factor(option: string, text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	if (!/^\d{1,3}(\.\d{1,9})?$/.test(text)) {
		throw new UsageError(`${option} must be a number of at least 0, such as 0.001, not "${text}".`);
	}
	return Number(text);
}
