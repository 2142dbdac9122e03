import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestMethods,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

export type ApiContext =
	IExecuteFunctions | ILoadOptionsFunctions | IHookFunctions | IPollFunctions | IWebhookFunctions;

export interface ApiRequest {
	method: IHttpRequestMethods;
	/** Built with the `path` tag where it contains values. */
	path: string;
	/** Empty values are dropped, lists are joined with commas. */
	query?: IDataObject;
	body?: IDataObject | IDataObject[];
	/** That the values need, if higher than that of the route. */
	plan?: Plan;
	/** Whether the response is a file, which is returned as a Buffer. */
	binary?: boolean;
	/** Whether the objects of a list are parsed only when they are read, as a `JsonList`. */
	isStreamed?: boolean;
	/** Ends the request when its response is no longer needed. */
	signal?: AbortSignal;
}

export type Plan = 'Pro' | 'Business' | 'Advanced' | 'Enterprise';

export interface ApiResponse {
	/** Parsed, or a `JsonList`. */
	body: unknown;
	/** Lower-case names. */
	headers: IDataObject;
	/** Bytes of the body in memory, roughly. */
	size: number;
	retries: number;
	/** Whether an attempt before the last one may have taken effect. */
	mayHaveSucceededBefore: boolean;
}

/** Why an attempt to send a request failed. */
export interface ApiFailure {
	/** HTTP status; undefined without a response. */
	status?: number;
	/** The service's error code, e.g. `not_found`, or that of the connection, e.g. `ECONNREFUSED`. */
	code?: string;
	message: string;
	docUrl?: string;
	/** A response with a good status that broke off, does not come from the service, or exceeds a limit. */
	unreadable?: 'broken' | 'notFromService' | 'tooLarge';
	/** Whether the service rejected the refresh of the access token. */
	isTokenRefresh?: boolean;
	/** Lower-case names. */
	headers: IDataObject;
}

/** What a request went through before it failed. Times are in milliseconds. */
export interface RequestHistory {
	/** By the request, or by all requests of the execution since the service last accepted one. */
	waited: number;
	maxWait: number;
	/** The wait after a refusal, if it exceeds what is left of `maxWait`. */
	requestedWait?: number;
	/** What the service states of it in its last refusal; the rest is the node's own back-off. */
	statedWait?: number;
	/** The wait for requests that go before this one, if it exceeds what is left of `maxWait`. */
	queueWait?: number;
	/** Set if the request may have taken effect, or did, although its response is lost. */
	outcome?: 'unknown' | 'succeeded';
}

export interface UsedCredential {
	/** As the user named it. */
	name: string;
	isOAuth2: boolean;
}

/** Items of a list; those of a `JsonList` are parsed again each time they are read. */
export interface Rows extends Iterable<IDataObject> {
	readonly length: number;
}
