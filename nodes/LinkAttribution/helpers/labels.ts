import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

type Described = INodeProperties | INodePropertyCollection | INodePropertyOptions;

/** The label in the editor of the parameter with this name, also inside collections. */
export function labelOf(name: string, properties: Described[]): string | undefined {
	for (const property of properties) {
		if (property.name === name && 'displayName' in property) return property.displayName;
		const inner =
			'values' in property ? property.values : 'options' in property ? property.options : [];
		const label = labelOf(name, inner ?? []);
		if (label !== undefined) return label;
	}
	return undefined;
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
