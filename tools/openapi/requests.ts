import {
	isObject,
	type JsonObject,
	type OpenApiDocument,
	type Operation,
	type Part,
} from './document.ts';
import { compareFields } from './fields.ts';

/** A request of the node. */
export interface NodeRequest {
	/** Unique in its operation. */
	title: string;
	method: string;
	path: string;
	/** Default: none. */
	query?: Record<string, string>;
	/** Default: none. */
	body?: object;
}

/** What the node sends for an operation of the document. */
export interface Sent {
	operation: Operation;
	rows: NodeRequest[];
}

/** The node's requests, which its tests compare with the table, by operation. */
export function requestsByOperation(document: OpenApiDocument, rows: readonly NodeRequest[]) {
	const sent: Sent[] = document.operations.map((operation) => ({ operation, rows: [] }));
	const undocumented = new Set<string>();
	for (const row of rows) {
		const operation = document.find(row.method, row.path);
		if (operation) sent.find((entry) => entry.operation === operation)?.rows.push(row);
		else undocumented.add(`${row.method} ${row.path}`);
	}
	return { sent, undocumented: [...undocumented] };
}

/** @returns what is wrong with a request, one sentence each */
export function checkRequest(
	document: OpenApiDocument,
	operation: Operation,
	{ path, query = {}, body }: NodeRequest,
): string[] {
	const problems: string[] = [];
	const inPath = pathParameters(operation.path, path);
	for (const { value, keys } of operation.parameters) {
		const { name, in: place, required } = value as { name: string; in: string; required?: boolean };
		if (place !== 'path' && place !== 'query') continue;
		const given = place === 'path' ? inPath[name] : query[name];
		const schema = document.inside({ value, keys }, 'schema');
		if (given === undefined) {
			if (required) problems.push(`${place} parameter ${name} is missing`);
		} else if (schema) {
			const text = isList(schema) ? given.split(',') : given;
			for (const error of document.errors(schema, text, 'text')) {
				problems.push(`${place} parameter ${name} ${error}`);
			}
		}
	}
	const known = operation.parameters.map(({ value }) => value.name);
	for (const name of Object.keys(query)) {
		if (!known.includes(name)) problems.push(`query parameter ${name} is not in the document`);
	}
	const schema = bodySchema(document, operation);
	if (body === undefined) {
		if (operation.body?.value.required === true) problems.push('the body is missing');
	} else if (schema === undefined) {
		problems.push('the document has no body');
	} else {
		problems.push(...document.errors(schema, body).map((error) => `body ${error}`));
		const { unknown } = compareFields(document, schema, [body]);
		problems.push(...unknown.map((name) => `body field ${name} is not in the document`));
	}
	return problems;
}

/** The fields of an operation that none of the node's requests has. */
export function fieldsNotOffered(document: OpenApiDocument, { operation, rows }: Sent) {
	const used = rows.flatMap(({ query = {} }) => Object.keys(query));
	const parameters = operation.parameters
		.map(({ value }) => value)
		.filter(({ in: place, name }) => place === 'query' && !used.includes(String(name)));
	const isDeprecated = (parameter: JsonObject) =>
		parameter.deprecated === true ||
		(isObject(parameter.schema) && parameter.schema.deprecated === true);
	const names = (given: JsonObject[]) => given.map(({ name }) => String(name));
	const schema = bodySchema(document, operation);
	const bodies = rows.map(({ body }) => body).filter((body) => body !== undefined);
	const inBody = schema && compareFields(document, schema, bodies);
	return {
		absent: [
			...names(parameters.filter((parameter) => !isDeprecated(parameter))),
			...(inBody?.absent ?? []),
		],
		deprecated: [...names(parameters.filter(isDeprecated)), ...(inBody?.deprecated ?? [])],
	};
}

function bodySchema(document: OpenApiDocument, { body }: Operation): Part | undefined {
	return body && document.inside(body, 'content', 'application/json', 'schema');
}

function isList({ value }: Part): boolean {
	return isObject(value) && value.type === 'array';
}

function pathParameters(template: string, path: string): Record<string, string> {
	const given = path.split('/');
	const entries = template
		.split('/')
		.map((part, i) => [part, decodeURIComponent(given[i])])
		.filter(([part]) => part.startsWith('{'))
		.map(([part, value]) => [part.slice(1, -1), value]);
	return Object.fromEntries(entries) as Record<string, string>;
}
