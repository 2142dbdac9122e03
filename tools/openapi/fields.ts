import { isObject, type JsonObject, type OpenApiDocument, type Part } from './document.ts';

export interface Fields {
	/** In the schema, but in none of the values. */
	absent: string[];
	/** As `absent`, and deprecated. */
	deprecated: string[];
	/** In a value, but not in the schema. */
	unknown: string[];
}

/**
 * Compares the fields of a schema, also inside its objects and lists, with those of values.
 *
 * @param values of which together each field is expected once
 */
export function compareFields(document: OpenApiDocument, schema: Part, values: unknown[]): Fields {
	const fields: Fields = { absent: [], deprecated: [], unknown: [] };
	compare([schema], values, '');
	return fields;

	function compare(schemas: Part[], given: unknown[], path: string): void {
		const { properties, items, isOpen } = shapeOf(document, schemas);
		const lists = given.filter((value) => Array.isArray(value));
		const objects = given.filter(isObject);
		if (items.length > 0 && lists.length > 0) compare(items, lists.flat(), `${path}[]`);
		const pathOf = (name: string) => (path === '' ? name : `${path}.${name}`);
		if (objects.length === 0) return;
		for (const [name, parts] of properties) {
			const used = objects.filter((object) => name in object).map((object) => object[name]);
			if (used.length > 0) compare(parts, used, pathOf(name));
			else fields[parts.some(isDeprecated) ? 'deprecated' : 'absent'].push(pathOf(name));
		}
		if (isOpen || properties.size === 0) return;
		const names = new Set(objects.flatMap((object) => Object.keys(object)));
		for (const name of names) if (!properties.has(name)) fields.unknown.push(pathOf(name));
	}
}

interface Shape {
	properties: Map<string, Part[]>;
	items: Part[];
	/** Whether the schema allows other properties by a separate schema. */
	isOpen: boolean;
}

/** The properties and items of schemas and of all their alternatives. */
function shapeOf(document: OpenApiDocument, schemas: Part[]): Shape {
	const shape: Shape = { properties: new Map(), items: [], isOpen: false };
	for (const schema of schemas.map((part) => document.resolve(part))) {
		const { value, keys } = schema as Part<JsonObject>;
		if (!isObject(value)) continue;
		if (isObject(value.additionalProperties)) shape.isOpen = true;
		if (value.items !== undefined)
			shape.items.push({ value: value.items, keys: [...keys, 'items'] });
		for (const [name, property] of Object.entries((value.properties ?? {}) as JsonObject)) {
			const part = { value: property, keys: [...keys, 'properties', name] };
			shape.properties.set(name, [...(shape.properties.get(name) ?? []), part]);
		}
		const alternatives = ['allOf', 'anyOf', 'oneOf'].flatMap((kind) =>
			Object.entries((value[kind] ?? []) as JsonObject).map(([index, alternative]) => ({
				value: alternative,
				keys: [...keys, kind, index],
			})),
		);
		const nested = shapeOf(document, alternatives);
		for (const [name, parts] of nested.properties) {
			shape.properties.set(name, [...(shape.properties.get(name) ?? []), ...parts]);
		}
		shape.items.push(...nested.items);
		shape.isOpen ||= nested.isOpen;
	}
	return shape;
}

function isDeprecated({ value }: Part): boolean {
	return isObject(value) && value.deprecated === true;
}
