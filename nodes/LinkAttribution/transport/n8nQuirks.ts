import type {
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestOptions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { at } from '../input/unknown';
import type { ApiContext } from './types';

/*
 * What is only here because of how n8n behaves. Supported are n8n 1.123 to 2.41; where no version is named, it is true of
 * all of them.
 */

// A context does not say which kind it is; each kind has a method that no other one has.

export function isPoll(context: ApiContext): context is IPollFunctions {
	return '__emit' in context;
}

export function isHook(context: ApiContext): context is IHookFunctions {
	return 'getWebhookDescription' in context;
}

export function isDelivery(context: ApiContext): context is IWebhookFunctions {
	return 'getRequestObject' in context;
}

export function isExecution(context: ApiContext): context is IExecuteFunctions {
	return 'getInputData' in context;
}

/** A parameter of the node; for the list of a locator, as the form has it, which may not be saved yet. */
export function nodeParameter(context: ApiContext, name: string): unknown {
	return 'getCurrentNodeParameter' in context
		? context.getCurrentNodeParameter(name)
		: context.getNodeParameter(name, 0);
}

/** Aborted when the execution is cancelled. */
export function cancelSignalOf(context: ApiContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

/** The request helper replaces the signal of a request by the one of its context, so this replaces that one. */
export function withSignal(context: ApiContext, signal: AbortSignal): ApiContext {
	return Object.create(context, {
		getExecutionCancelSignal: { value: () => signal },
	}) as ApiContext;
}

/** Waits for a promise; throws the signal's reason when it is aborted. n8n-workflow 2.36 dropped `sleepWithAbort`. */
export async function unlessAborted(
	promise: Promise<unknown>,
	signal?: AbortSignal,
): Promise<void> {
	signal?.throwIfAborted();
	let onAbort = () => {};
	const aborted = new Promise<never>((_resolve, reject) => {
		onAbort = () => reject(signal?.reason as Error);
		signal?.addEventListener('abort', onAbort, { once: true });
	});
	try {
		await Promise.race([promise, aborted]);
	} finally {
		signal?.removeEventListener('abort', onAbort);
	}
}

// What the request helper throws: n8n 2 wraps the error of the connection, n8n 1 keeps only its code.

export function causeOf(thrown: unknown): unknown {
	return at(thrown, 'cause') ?? thrown;
}

export function codeOf(thrown: unknown): string | undefined {
	const code = at(causeOf(thrown), 'code') ?? at(thrown, 'httpCode');
	return typeof code === 'string' ? code : undefined;
}

/** The status and address of a response that redirects, which is thrown like an error. */
export function redirectOf(thrown: unknown): { status: number; location: string } | undefined {
	const response = at(causeOf(thrown), 'response');
	const status = Number(at(response, 'status'));
	const location = at(at(response, 'headers'), 'location');
	return status >= 300 && status < 400 && typeof location === 'string'
		? { status, location }
		: undefined;
}

/**
 * The address of a redirect that may be followed: for GET, and within the service's origin. n8n's own handling is off,
 * since it sends the body of a request, and in n8n 2.0 the credential too, to any other origin.
 */
export function redirectTarget(
	{ method, url }: IHttpRequestOptions,
	thrown: unknown,
): string | undefined {
	const location = redirectOf(thrown)?.location;
	if (method !== 'GET' || location === undefined || !URL.canParse(location, url)) return undefined;
	const target = new URL(location, url);
	return target.origin === new URL(url).origin ? target.href : undefined;
}

/** What n8n throws instead of sending a request with an OAuth2 credential that was never connected. */
const NOT_CONNECTED = [
	'Unable to sign without access token',
	'OAuth credentials not connected',
	// With PKCE n8n reads the tokens without checking whether there are any.
	"Cannot read properties of undefined (reading 'accessToken')",
];

export function isNotConnected(thrown: unknown): boolean {
	if (at(at(thrown, 'failure'), 'cause') === 'credential-invalid') return true;
	const message = at(causeOf(thrown), 'message');
	return typeof message === 'string' && NOT_CONNECTED.includes(message);
}

/**
 * The response of the service when it rejected a token refresh. n8n keeps its body, but not its status, and takes only
 * the error `invalid_grant` of the OAuth standard for a lost connection.
 *
 * @returns undefined when something else was thrown
 */
export function rejectedTokenRefresh(
	thrown: unknown,
): { status: number; error: unknown } | undefined {
	if (codeOf(thrown) !== 'EAUTH') return undefined;
	const error = at(at(causeOf(thrown), 'body'), 'error');
	switch (at(error, 'code')) {
		case 'rate_limit_exceeded':
			return { status: 429, error };
		case 'internal_server_error':
			return { status: 500, error };
		default:
			return { status: 401, error };
	}
}

/** Milliseconds after an accepted request during which the access token counts as valid. */
const TOKEN_FRESH_MS = 60_000;

const lastAccepted = new Map<string, number>();
const firstRequests = new Map<string, Promise<unknown>>();

/**
 * Sends a request of an OAuth2 credential. If none was accepted lately, one is sent alone and the others wait for it: the
 * access token may have expired, n8n before 2.30 refreshes it once for each request, and the service accepts a refresh
 * token only once.
 *
 * @param credential identifies it
 * @param isAccepted whether the result shows that the access token was accepted
 * @param wait waits for the first request, or throws when the other one is cancelled
 */
export async function serializeTokenRefresh<Result>(
	credential: string,
	send: () => Promise<Result>,
	isAccepted: (result: Result) => boolean,
	wait: (first: Promise<unknown>) => Promise<void>,
): Promise<Result> {
	const sendAndNote = async () => {
		const result = await send();
		if (isAccepted(result)) lastAccepted.set(credential, Date.now());
		return result;
	};
	for (;;) {
		if (Date.now() - (lastAccepted.get(credential) ?? 0) < TOKEN_FRESH_MS)
			return await sendAndNote();
		const first = firstRequests.get(credential);
		if (first) {
			await wait(first);
			continue;
		}
		const sent = sendAndNote();
		firstRequests.set(
			credential,
			sent.catch(() => {}),
		);
		try {
			return await sent;
		} finally {
			firstRequests.delete(credential);
		}
	}
}
