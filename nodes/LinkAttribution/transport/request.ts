import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestMethods,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { asError, at } from './unknown';
import { serviceUrl } from './baseUrl';
import { wordsOf } from '../input/labels';
import { DEFAULTS, readSettings } from './settings';
import { plainText } from '../input/text';
import { attempt, cancelled, type Attempt } from './attempt';
import {
	maskRefusal,
	RefusedRequest,
	type Needs,
	type Refusal,
	type UsedCredential,
} from './errors';
import { firstAlone } from './firstAlone';
import { paceOf } from './pace';
import { pause } from './pause';
import { Repetition } from './repetition';

export type ApiContext =
	IExecuteFunctions | ILoadOptionsFunctions | IHookFunctions | IPollFunctions | IWebhookFunctions;

export interface ApiRequest {
	method: IHttpRequestMethods;
	/** Made with the `path` tag where it holds values. */
	path: string;
	/** Empty values are dropped, lists are joined with commas. */
	query?: IDataObject;
	body?: IDataObject | IDataObject[];
	needs?: Needs;
	/** Whether the answer is a file, which comes as a Buffer. */
	binary?: boolean;
	/** Ends the request when its answer is not needed any more. */
	signal?: AbortSignal;
}

export interface ApiResponse {
	/** Decoded. */
	body: unknown;
	/** Lower-case names. */
	headers: IDataObject;
	/** Bytes of the body after decompression. */
	size: number;
	/** How often it had to be repeated. */
	repetitions: number;
	/** Whether one that was repeated may have been carried out already. */
	maybeCarriedOutBefore: boolean;
}

/** Milliseconds; a poll has 36 seconds in all. */
const POLL_TIMEOUT = 25_000;
/** Milliseconds that a request of a poll waits in all for the rate limit. */
const POLL_PATIENCE = 5_000;
/** Milliseconds. */
const DELIVERY_TIMEOUT = 10_000;
/** The service lists events from the Business plan on, which has four requests a second. */
const POLL_LIMIT = 4;

/**
 * Sends one request with the node's credential, at the credential's pace, and repeats it as far as that is safe: see
 * `Repetition`. A poll repeats only what a rate limit refused, and only soon: all else waits for n8n's next poll.
 *
 * @throws RefusedRequest when the service does not accept it, UserError for an insecure base URL or a bad option
 */
export async function apiResponse(this: ApiContext, request: ApiRequest): Promise<ApiResponse> {
	const way = await wayOf(this);
	const { type, baseUrl, credential, longestWait, longestTrouble } = way;
	const options = {
		method: request.method,
		url: serviceUrl(baseUrl) + request.path,
		qs: cleanQuery(request.query),
		body: request.body,
	};
	const cancel = signalOf(this, request);
	const pace = paceOf(credential, request.path);
	const repetition = new Repetition(request.method, longestWait, longestTrouble);

	const send = async () => {
		const sentAt = await pace.turn(cancel, isPoll(this) ? POLL_LIMIT : undefined);
		const begin = Date.now();
		try {
			const result = await attempt(this, options, {
				credentialType: type,
				secrets: way.secrets,
				binary: request.binary,
				timeout: way.timeout,
				cancel,
			});
			pace.learn(sentAt, (result.refusal ?? result).headers);
			return { ...result, sentAt, took: Date.now() - begin };
		} finally {
			pace.done();
		}
	};
	const refused = async (refusal: Refusal) =>
		new RefusedRequest(
			maskRefusal(refusal, secretsOf(await this.getCredentials(type))),
			request.needs ?? {},
			usedCredential(this, type),
			repetition.history,
		);
	try {
		if (pace.blockedFor > longestWait) throw await refused(repetition.refuseFor(pace.blockedFor));
		for (;;) {
			const result = isOAuth2(type) ? await firstAlone(credential, send, isThrough) : await send();
			if (!result.refusal) return { ...result, ...repetition.summary };
			const { refusal, sentAt, took } = result;
			if (isGone(request, refusal, repetition)) {
				return { body: {}, headers: refusal.headers, size: 0, ...repetition.summary };
			}
			const wait = repetition.waitAfter(refusal, took);
			if (wait === undefined) throw await refused(refusal);
			if (refusal.status === 429) pace.hold(sentAt, wait);
			else await pause(wait, cancel);
		}
	} catch (thrown) {
		if (cancelSignal(this)?.aborted) throw cancelled();
		throw asError(thrown);
	}
}

/** As `apiResponse`, for its decoded body alone. */
export async function apiRequest(this: ApiContext, request: ApiRequest): Promise<unknown> {
	return (await apiResponse.call(this, request)).body;
}

/** Whether the rate limit, as far as it is known, leaves room for so many requests that could be done without. */
export async function hasRoomFor(this: ApiContext, path: string, count: number): Promise<boolean> {
	return paceOf((await wayOf(this)).credential, path).hasRoomFor(count);
}

/** How long the requests of one context may take. */
interface Patience {
	/** Milliseconds to wait in all before a request is repeated. */
	longestWait: number;
	/** Those of them that may be waited for other reasons than a rate limit; see `Repetition`. */
	longestTrouble?: number;
	/** Milliseconds until an answer has come. */
	timeout: number;
}

/** How the requests of one context are sent. */
interface Way extends Patience {
	/** Of the credential. */
	type: string;
	baseUrl: string;
	/** Tells the credential from others. */
	credential: string;
	/** Those that no response of the service holds for a reason. */
	secrets: string[];
}

/** Read once an execution, since n8n fetches and decrypts a credential each time it is asked for. */
const ways = new WeakMap<ApiContext, Promise<Way>>();

function wayOf(context: ApiContext): Promise<Way> {
	// n8n keeps the context of polls while the workflow is published, and the credential may change.
	if (isPoll(context)) return readWay(context);
	const known = ways.get(context);
	if (known) return known;
	const way = readWay(context);
	ways.set(context, way);
	return way;
}

async function readWay(context: ApiContext): Promise<Way> {
	const type = credentialTypeOf(context);
	const data = await context.getCredentials<{ baseUrl: string }>(type);
	const { baseUrl } = data;
	const id = context.getNode().credentials?.[type]?.id ?? '';
	return {
		type,
		baseUrl,
		credential: [type, id, baseUrl].join(' '),
		// The service rightly tells the signing secret of a webhook to the trigger that registers it.
		secrets: secretsOf({ ...data, webhookSecret: '' }),
		...settingsOf(context),
	};
}

function secretsOf(data: ICredentialDataDecryptedObject): string[] {
	const { apiKey, clientSecret, oauthTokenData, webhookSecret } = data;
	return [
		apiKey,
		clientSecret,
		at(oauthTokenData, 'access_token'),
		at(oauthTokenData, 'refresh_token'),
		...String(webhookSecret ?? '').split(','),
	]
		.filter((secret) => typeof secret === 'string')
		.map((secret) => secret.trim());
}

function isPoll(context: ApiContext): boolean {
	return '__emit' in context;
}

function settingsOf(context: ApiContext): Patience {
	if (isPoll(context)) {
		return { longestWait: POLL_PATIENCE, longestTrouble: 0, timeout: POLL_TIMEOUT };
	}
	// The sender of a delivery waits for the response.
	if ('getRequestObject' in context) return { longestWait: 0, timeout: DELIVERY_TIMEOUT };
	if ('getInputData' in context) return readSettings.call(context);
	return { longestWait: DEFAULTS.longestWait * 1000, timeout: DEFAULTS.timeout * 1000 };
}

function cancelSignal(context: ApiContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
}

/** Aborted when the execution is cancelled or the answer is not needed any more. */
function signalOf(context: ApiContext, { signal }: ApiRequest): AbortSignal | undefined {
	const cancel = cancelSignal(context);
	return cancel && signal ? AbortSignal.any([cancel, signal]) : (cancel ?? signal);
}

function isThrough({ refusal }: Attempt): boolean {
	return refusal === undefined || (refusal.status !== undefined && refusal.status !== 401);
}

/** What a deletion without an answer was to delete is not there any more: it was carried out. */
function isGone({ method }: ApiRequest, { status }: Refusal, { summary }: Repetition): boolean {
	return method === 'DELETE' && status === 404 && summary.maybeCarriedOutBefore;
}

function cleanQuery(query: IDataObject = {}): IDataObject {
	const clean: IDataObject = {};
	for (const [name, value] of Object.entries(query)) {
		const text = plainText(value, wordsOf(name));
		if (text !== '') clean[name] = text;
	}
	return clean;
}

/** The credential that the parameter Authentication chooses. */
export function credentialTypeOf(context: ApiContext): string {
	const authentication =
		'getCurrentNodeParameter' in context
			? context.getCurrentNodeParameter('authentication')
			: context.getNodeParameter('authentication', 0);
	return authentication === 'oAuth2' ? 'linkAttributionOAuth2Api' : 'linkAttributionApi';
}

function isOAuth2(credentialType: string): boolean {
	return credentialType === 'linkAttributionOAuth2Api';
}

function usedCredential(context: ApiContext, type: string): UsedCredential {
	const oAuth2 = isOAuth2(type);
	const name = context.getNode().credentials?.[type]?.name;
	return {
		name: name ?? (oAuth2 ? 'Link Attribution OAuth2 API' : 'Link Attribution API'),
		oAuth2,
	};
}
