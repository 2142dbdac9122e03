import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

type Described = INodeProperties | INodePropertyCollection | INodePropertyOptions;

/**
 * The label in the editor of the parameter that a field of the service belongs to, also inside collections.
 *
 * @param path of the field in the body, e.g. `['partner', 'linkProps', 'image']`: collections on it are looked into first
 */
export function labelOf(path: string[], properties: Described[]): string | undefined {
	const [first, ...rest] = path;
	if (rest.length === 0) return labelByName(first, properties);
	const collection = byName(first, properties);
	return (collection && labelOf(rest, innerOf(collection))) ?? labelOf(rest, properties);
}

function labelByName(name: string, properties: Described[]): string | undefined {
	const property = byName(name, properties);
	return property && 'displayName' in property ? property.displayName : undefined;
}

/** The outermost that has the name. */
function byName(name: string, properties: Described[]): Described | undefined {
	const levels = [properties];
	for (const level of levels) {
		const found = level.find((one) => one.name === name);
		if (found) return found;
		const inner = level.flatMap(innerOf);
		if (inner.length > 0) levels.push(inner);
	}
	return undefined;
}

function innerOf(property: Described): Described[] {
	const inner =
		'values' in property ? property.values : 'options' in property ? property.options : [];
	return inner ?? [];
}

/** `rejectionNote` → `Rejection Note`, `linkIds` → `Link IDs`, `utm_term` → `UTM Term`: for a field that no parameter is named after. */
export function wordsOf(name: string): string {
	return name
		.replace(/([a-z0-9])([A-Z])/g, '$1 $2')
		.replace(/_/g, ' ')
		.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
		.replace(
			/\b(Id|Url|Utm)(s?)\b/g,
			(_, word: string, plural: string) => word.toUpperCase() + plural,
		);
}

/** Alphabetical by label, as n8n wants its collections. */
export function byLabel(a: INodeProperties, b: INodeProperties): number {
	return a.displayName.localeCompare(b.displayName);
}
