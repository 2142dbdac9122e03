import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

export type Json = null | boolean | number | string | Json[] | JsonObject;

export interface JsonObject {
	[key: string]: Json;
}

export type Schema = JsonObject | boolean;

/** A part of the document, and where it is, as the keys that lead there. */
export interface Part<Value = Json> {
	value: Value;
	keys: string[];
}

export interface Operation {
	/** `POST /tags` */
	name: string;
	method: string;
	path: string;
	parameters: Part<JsonObject>[];
	body?: Part<JsonObject>;
	responses: Part<JsonObject>;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** An OpenAPI document of version 3.0 or 3.1, as parsed JSON. */
export class OpenApiDocument {
	readonly operations: Operation[];
	readonly #root: JsonObject;
	/** For bodies, and for text such as query parameters, which is converted to the type of its schema. */
	readonly #validators: { json: Ajv2020; text: Ajv2020 };

	/** @throws Error if it is not an OpenAPI document of these versions */
	constructor(root: JsonObject) {
		if (!/^3\.[01]\./.test(String(root.openapi)) || !isObject(root.paths)) {
			throw new Error('The file is not an OpenAPI document of version 3.0 or 3.1.');
		}
		this.#root = root;
		const options = { strict: false, allErrors: true, logger: false } as const;
		const schemas = withJsonSchema(root);
		const create = (coerceTypes: boolean) => {
			const ajv = new Ajv2020({ ...options, coerceTypes, validateSchema: false });
			addFormats(ajv);
			return ajv.addSchema(schemas as JsonObject, 'document');
		};
		this.#validators = { json: create(false), text: create(true) };
		this.operations = this.#readOperations();
	}

	/** The operation of a request; a path without a parameter takes precedence over one with it. */
	find(method: string, path: string): Operation | undefined {
		return this.operations
			.filter((operation) => operation.method === method && matches(operation.path, path))
			.sort((a, b) => a.path.split('{').length - b.path.split('{').length)[0];
	}

	/** The part that a `$ref` leads to, or the part itself. */
	resolve<Value extends Json>({ value, keys }: Part<Value>): Part<Value> {
		if (!isObject(value) || typeof value.$ref !== 'string') return { value, keys };
		const target = value.$ref.split('/').slice(1).map(unescaped);
		return this.resolve(this.#at(target) as Part<Value>);
	}

	inside(part: Part, ...keys: string[]): Part | undefined {
		let found = this.resolve(part);
		for (const key of keys) {
			const next = isObject(found.value) ? found.value[key] : undefined;
			if (next === undefined) return undefined;
			found = this.resolve({ value: next, keys: [...found.keys, key] });
		}
		return found;
	}

	/**
	 * For a value that no alternative of a schema allows, only what is wrong by the closest one.
	 *
	 * @returns what is wrong, with the path in the value: `/name must be string`
	 */
	errors(schema: Part, value: unknown, kind: 'json' | 'text' = 'json'): string[] {
		const all = this.#errors(schema, value, kind);
		const { value: resolved, keys } = this.resolve(schema);
		if (all.length === 0 || !isObject(resolved)) return all;
		if (Array.isArray(value) && resolved.items !== undefined) {
			const items = { value: resolved.items, keys: [...keys, 'items'] };
			const errors = value.flatMap((item, i) =>
				this.errors(items, item, kind).map(
					(error) => `/${i}${error.startsWith('/') ? '' : ' '}${error}`,
				),
			);
			if (errors.length > 0) return errors;
		}
		const alternatives = ['anyOf', 'oneOf'].flatMap((name) =>
			Object.entries((resolved[name] ?? []) as Json[]).map(([i, alternative]) =>
				this.errors({ value: alternative, keys: [...keys, name, i] }, value, kind),
			),
		);
		const [closest] = alternatives.sort((a, b) => a.length - b.length);
		return closest?.length > 0 ? closest : all;
	}

	#errors(schema: Part, value: unknown, kind: 'json' | 'text'): string[] {
		const $ref = `document#/${schema.keys.map(escaped).join('/')}`;
		// Only a value inside an object can be converted.
		const validate = this.#validators[kind].compile({ properties: { value: { $ref } } });
		if (validate({ value })) return [];
		const texts = (validate.errors ?? []).map(({ instancePath, message = '', params }) => {
			const { additionalProperty: name, allowedValues } = params as Record<string, unknown>;
			const detail = name ?? allowedValues;
			const path = instancePath.replace(/^\/value/, '');
			return `${path} ${message}${detail === undefined ? '' : `: ${JSON.stringify(detail)}`}`.trim();
		});
		return [...new Set(texts)];
	}

	#at(keys: string[]): Part {
		const value = keys.reduce<Json | undefined>(
			(found, key) =>
				typeof found === 'object' && found !== null ? (found as JsonObject)[key] : undefined,
			this.#root,
		);
		if (value === undefined) throw new Error(`The document has no #/${keys.join('/')}.`);
		return { value, keys };
	}

	#readOperations(): Operation[] {
		return Object.entries(this.#root.paths as JsonObject).flatMap(([path, item]) =>
			METHODS.filter((method) => isObject(item) && method in item).map((method) => {
				const keys = ['paths', path, method];
				const { value } = this.#at(keys) as Part<JsonObject>;
				const parametersAt = (at: string[]) =>
					Object.entries((this.#optional(at)?.value ?? []) as Json[]).map(([index, parameter]) =>
						this.resolve({ value: parameter, keys: [...at, index] } as Part<JsonObject>),
					);
				const body = this.#optional([...keys, 'requestBody']) as Part<JsonObject> | undefined;
				return {
					name: `${method.toUpperCase()} ${path}`,
					method: method.toUpperCase(),
					path,
					parameters: [
						...parametersAt(['paths', path, 'parameters']),
						...parametersAt([...keys, 'parameters']),
					],
					body: body && this.resolve(body),
					responses: { value: value.responses as JsonObject, keys: [...keys, 'responses'] },
				};
			}),
		);
	}

	#optional(keys: string[]): Part | undefined {
		try {
			return this.#at(keys);
		} catch {
			return undefined;
		}
	}
}

export function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function matches(template: string, path: string): boolean {
	const given = path.split('/');
	const parts = template.split('/');
	return (
		parts.length === given.length &&
		parts.every((part, i) => part === given[i] || (part.startsWith('{') && given[i] !== ''))
	);
}

/** The schemas of OpenAPI 3.0 as those of 3.1, which are JSON Schema. */
function withJsonSchema(value: Json): Json {
	if (Array.isArray(value)) return value.map(withJsonSchema);
	if (!isObject(value)) return value;
	const { nullable, ...schema } = Object.fromEntries(
		Object.entries(value).map(([key, entry]) => [key, withJsonSchema(entry)]),
	) as JsonObject;
	for (const bound of ['minimum', 'maximum']) {
		const exclusive = bound.replace('m', 'exclusiveM');
		if (typeof schema[exclusive] !== 'boolean') continue;
		if (schema[exclusive]) schema[exclusive] = schema[bound];
		else Reflect.deleteProperty(schema, exclusive);
	}
	if (nullable === undefined) return schema;
	if (typeof nullable !== 'boolean') return { ...schema, nullable };
	return nullable ? { anyOf: [schema, { type: 'null' }] } : schema;
}

/** A key of a JSON pointer in a URI fragment. */
function escaped(key: string): string {
	return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function unescaped(key: string): string {
	return decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~');
}
