import type { IBinaryKeyData, IDataObject, INodeParameters } from 'n8n-workflow';

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
	/** The response to a second request. */
	secondResponse?: IDataObject[];
	method: 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT';
	path: string;
	/** Default: none. */
	query?: Record<string, string>;
	/** Default: none. */
	body?: IDataObject | IDataObject[];
}

/** Of one resource. */
export interface Contract {
	rows: ContractRow[];
	/** By operation: the parameters, also those inside collections, that the service's documentation asks for. */
	parameters: Record<string, string[]>;
	/** By operation: fields of the service that are deprecated, so that they are not offered. */
	deprecated?: Record<string, string[]>;
}
