const UTM_FIELDS = [
	'utm_source',
	'utm_medium',
	'utm_campaign',
	'utm_term',
	'utm_content',
	'ref',
] as const;

type UtmField = (typeof UTM_FIELDS)[number];

/**
 * Writes the given UTM values into the destination's query string, as the service does, which takes the first plus sign of a
 * value for a space; null removes a value.
 */
export function withUtm(url: string, values: Partial<Record<UtmField, string | null>>): string {
	if (url === '') return url;
	const destination = new URL(url);
	const { searchParams } = destination;
	const changed = UTM_FIELDS.filter(
		(name) => values[name] || (values[name] === null && searchParams.has(name)),
	);
	if (changed.length === 0) return url;
	for (const name of changed) {
		const value = values[name];
		if (value) searchParams.set(name, value.replace('+', ' '));
		else searchParams.delete(name);
	}
	return destination.href;
}

/** The UTM values of a destination, which a link stores as its own. A root link's destination can be empty. */
export function utmOf(url: string): Record<UtmField, string | null> {
	const params = url === '' ? new URLSearchParams() : new URL(url).searchParams;
	const value = (name: UtmField) => params.get(name) || null;
	return {
		utm_source: value('utm_source'),
		utm_medium: value('utm_medium'),
		utm_campaign: value('utm_campaign'),
		utm_term: value('utm_term'),
		utm_content: value('utm_content'),
		ref: value('ref'),
	};
}
