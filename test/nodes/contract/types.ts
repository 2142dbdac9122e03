import type { IBinaryKeyData, IDataObject, INodeParameters } from 'n8n-workflow';

type Method = 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT';

/** What the node sends for one input item, whatever state the service is in. */
export interface ContractRow {
	resource: string;
	operation: string;
	/** Unique in the operation, e.g. 'minimal', 'every field'. */
	title: string;
	/** Without `resource` and `operation`. */
	parameters: INodeParameters;
	/** Files of the input item. */
	binary?: IBinaryKeyData;
	/** The response of the service. */
	response: IDataObject | IDataObject[];
	/** Its headers. Default: those of JSON. */
	headers?: Record<string, string>;
	/** The response to a second request. */
	secondResponse?: IDataObject[];
	method: Method;
	path: string;
	/** Default: none. */
	query?: Record<string, string>;
	/** Default: none. */
	body?: IDataObject | IDataObject[];
}

/**
 * @param operation e.g. `tag.create`
 * @param request e.g. `POST /tags`
 */
export function sends(
	operation: string,
	title: string,
	request: string,
	rest: Omit<ContractRow, 'resource' | 'operation' | 'title' | 'method' | 'path'>,
): ContractRow {
	const [resource, name] = operation.split('.');
	const [method, path] = request.split(' ', 2);
	return { ...{ resource, operation: name, title, path }, method: method as Method, ...rest };
}

/** The parts of a request that a row describes. */
export function requestOf(request: {
	method: string;
	path: string;
	query?: Record<string, string>;
	body?: unknown;
}) {
	const { method, path, query = {}, body } = request;
	return { method, path, query, body };
}

/** Of one resource. */
export interface Contract {
	rows: ContractRow[];
	/** By operation: the parameters, also those inside collections, that the service's documentation asks for. */
	parameters: Record<string, string[]>;
	/** By operation: fields of the service that are deprecated, so that they are not offered. */
	deprecated?: Record<string, string[]>;
}
