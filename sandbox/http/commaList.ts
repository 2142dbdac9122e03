/** The entries of a comma-separated list, without blanks around them and without empty ones. */
export function commaList(text: string): string[] {
	return text
		.split(',')
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');
}
