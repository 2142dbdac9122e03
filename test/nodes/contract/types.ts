import type { IBinaryKeyData, IDataObject, INodeParameters } from 'n8n-workflow';

/** What the node sends for one input item, whatever state the service is in. */
export interface ContractRow {
	resource: string;
	operation: string;
	/** Tells the rows of an operation apart, e.g. 'minimal', 'every field'. */
	title: string;
	/** Of the node; 1 when left out. */
	typeVersion?: number;
	/** Without `resource` and `operation`. */
	parameters: INodeParameters;
	/** Files of the input item. */
	binary?: IBinaryKeyData;
	/** What the service answers. */
	answer: IDataObject | IDataObject[];
	/** What it answers to a second request. */
	secondAnswer?: IDataObject[];
	method: 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT';
	path: string;
	/** `{}` when left out. */
	query?: Record<string, string>;
	/** None when left out. */
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
