import {
	sleep,
	UserError,
	type IDataObject,
	type IExecuteFunctions,
	type IHookFunctions,
	type IHttpRequestMethods,
	type ILoadOptionsFunctions,
	type IN8nHttpFullResponse,
	type IPollFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';
import { serviceUrl } from '../helpers/baseUrl';
import {
	readRefusal,
	RefusedRequest,
	type Needs,
	type Refusal,
	type UsedCredential,
} from './errors';
import { backOff, rateLimitWait } from './rateLimit';

export type ApiContext =
	IExecuteFunctions | ILoadOptionsFunctions | IHookFunctions | IPollFunctions;

export interface ApiRequest {
	method: IHttpRequestMethods;
	/** Made with the `path` tag where it holds values. */
	path: string;
	/** Empty values are dropped, lists are joined with commas. */
	query?: IDataObject;
	body?: IDataObject;
	needs?: Needs;
}

export interface ApiResponse {
	/** Decoded. */
	body: object;
	/** Lower-case names. */
	headers: IDataObject;
}

const MOST_RETRIES = 3;
const LONGEST_TOTAL_WAIT = 180_000;

/**
 * Sends one request with the node's credential and waits out rate limits, except in a poll.
 *
 * A 429 was not carried out, so every method is repeated after it; after a server error or a broken connection only GET,
 * because anything else may have taken effect.
 *
 * @throws RefusedRequest when the service does not accept it, UserError for an insecure base URL
 */
export async function apiResponse(this: ApiContext, request: ApiRequest): Promise<ApiResponse> {
	const needs = request.needs ?? {};
	const credentialType = credentialTypeOf(this);
	const { baseUrl } = await this.getCredentials<{ baseUrl: string }>(credentialType);
	const url = serviceUrl(baseUrl) + request.path;
	const signal = cancelSignal(this);
	let waited = 0;
	for (let attempt = 0; ; attempt++) {
		if (signal?.aborted) throw cancelled();
		let refusal: Refusal;
		try {
			const response = (await this.helpers.httpRequestWithAuthentication.call(
				this,
				credentialType,
				{
					method: request.method,
					url,
					qs: cleanQuery(request.query),
					body: request.body,
					json: true,
					returnFullResponse: true,
					sendCredentialsOnCrossOriginRedirect: false,
				},
			)) as IN8nHttpFullResponse;
			const body: unknown = response.body;
			if (typeof body === 'object' && body !== null) return { body, headers: response.headers };
			refusal = notJson();
		} catch (thrown) {
			if (signal?.aborted) throw cancelled();
			refusal = readRefusal(thrown);
		}
		const wait = isPoll(this) ? undefined : waitBeforeRetry(request.method, refusal, attempt);
		if (wait === undefined || waited + wait > LONGEST_TOTAL_WAIT) {
			throw new RefusedRequest(refusal, needs, usedCredential(this, credentialType));
		}
		waited += wait;
		await pause(wait, signal);
	}
}

/** As `apiResponse`, for its decoded body alone. */
export async function apiRequest(this: ApiContext, request: ApiRequest): Promise<unknown> {
	return (await apiResponse.call(this, request)).body;
}

/** Polls are not repeated here: n8n's scheduler knows better when to poll again. */
function isPoll(context: ApiContext): boolean {
	return '__emit' in context;
}

/** Milliseconds; undefined when the request must not be repeated. */
function waitBeforeRetry(
	method: IHttpRequestMethods,
	{ status, code, headers }: Refusal,
	attempt: number,
): number | undefined {
	if (status === 429) return rateLimitWait(headers, attempt, Date.now());
	const broken = status === undefined && code !== undefined;
	const maybeCarriedOut = broken || (status !== undefined && status >= 500);
	if (method === 'GET' && maybeCarriedOut && attempt < MOST_RETRIES) return backOff(attempt);
	return undefined;
}

/** Ends early when the execution is cancelled. */
async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		const onAbort = () => reject(cancelled());
		signal?.addEventListener('abort', onAbort, { once: true });
		void sleep(milliseconds).then(() => {
			signal?.removeEventListener('abort', onAbort);
			resolve();
		});
	});
}

function cancelSignal(context: ApiContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

function cancelled(): UserError {
	return new UserError('The execution was cancelled');
}

function cleanQuery(query: IDataObject = {}): IDataObject {
	const clean: IDataObject = {};
	for (const [name, value] of Object.entries(query)) {
		const text = Array.isArray(value) ? value.join(',') : value;
		if (text !== undefined && text !== null && text !== '') clean[name] = String(text);
	}
	return clean;
}

function notJson(): Refusal {
	return {
		status: 200,
		message: 'The answer is not JSON, so it does not come from the service',
		headers: {},
	};
}

/** The credential that the parameter Authentication chooses. */
export function credentialTypeOf(context: ApiContext | IWebhookFunctions): string {
	const authentication =
		'getCurrentNodeParameter' in context
			? context.getCurrentNodeParameter('authentication')
			: context.getNodeParameter('authentication', 0);
	return authentication === 'oAuth2' ? 'linkAttributionOAuth2Api' : 'linkAttributionApi';
}

function usedCredential(context: ApiContext, type: string): UsedCredential {
	const oAuth2 = type === 'linkAttributionOAuth2Api';
	const name = context.getNode().credentials?.[type]?.name;
	return {
		name: name ?? (oAuth2 ? 'Link Attribution OAuth2 API' : 'Link Attribution API'),
		oAuth2,
	};
}
